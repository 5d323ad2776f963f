/** Commands about the machines of a cluster together. */
import { type CommandMember, jsonOption, option } from "../command.ts";

export const clusterCommand: CommandMember = {
  name: "cluster",
  about: [
    "show the machines of the cluster and what is wrong with it",
    "クラスターのマシンの状態と、問題の有無を表示します",
  ],
  example: "npx yagura cluster status",
  isConfigured: true,
  options: [jsonOption],
  parts: [
    {
      name: "status",
      isDefault: true,
      about: [
        "show who writes, how far each machine is, and what is wrong",
        "書き込み担当、各マシンの進み具合、問題を表示します",
      ],
      example: "npx yagura cluster status",
      run: async (options) => (await import("./status.ts")).showCluster(options),
    },
    {
      name: "adopt",
      about: [
        "let the cluster begin anew from the database of this machine",
        "このマシンのデータベースからクラスターを作り直します",
      ],
      example: "npx yagura cluster adopt --yes",
      options: [
        option("--yes", "do it; without it nothing is written", "実行します。付けないと何も書き込みません"),
        option(
          "--force",
          "also where another machine is further, or nothing is lost",
          "ほかのマシンが進んでいる時や、損失がない時も実行します",
        ),
      ],
      run: async (options) => (await import("./adopt.ts")).adoptHere(options),
    },
  ],
};
