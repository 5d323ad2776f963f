/** `yagura completion`: the script of a shell, made from what the commands declare. */

import type { Command, Option } from "commander";
import { firstSentence } from "../help.ts";

// The scripts of three shells. Each first finds which call the words before make, then offers what can
// follow.

/** Makes a table of shell patterns, one a line. */
function cases(calls: readonly Call[], lineOf: (call: Call) => string[]): string {
  return calls.flatMap(lineOf).join("\n");
}

const allParts = (calls: readonly Call[]): string =>
  calls.flatMap(({ path, parts }) => parts.map(({ word }) => quoted(`${path} ${word}`))).join(" | ");

const valued = (options: readonly CompletedOption[], takes: CompletedOption["takes"]) =>
  options.filter((option) => option.takes === takes);

/** In a shell of the Bourne family. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const words = ({ parts, values, options }: Call): string[] => [
  ...parts.map(({ word }) => word),
  ...values,
  ...options.map(({ word }) => word),
];

export function bashScript(calls: readonly Call[]): string {
  return `# Completion of yagura in bash: made by \`yagura completion bash\`.
# Adds files. Other words are none, also where a folder has the name of a command.
_yagura_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t -O "\${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$1")
}
_yagura() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" call="" word offered=""
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$call $word" in
      ${allParts(calls)}) call="\${call:+$call }$word" ;;
    esac
  done
  case "$call $previous" in
${cases(calls, ({ path, options }) => [
  ...valued(options, "file").map(
    ({ word }) => `    ${quoted(`${path} ${word}`)}) _yagura_files "$current"; return ;;`,
  ),
  ...valued(options, "text").map(
    ({ word, values }) =>
      `    ${quoted(`${path} ${word}`)}) mapfile -t COMPREPLY < <(compgen -W ${quoted(values.join(" "))} -- "$current"); return ;;`,
  ),
])}
  esac
  case "$call" in
${cases(calls, (call) => [`    ${quoted(call.path)}) offered=${quoted(words(call).join(" "))} ;;`])}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$offered" -- "$current")
  case "$call" in
${cases(calls, ({ path, takesFiles }) => (takesFiles ? [`    ${quoted(path)}) _yagura_files "$current" ;;`] : []))}
  esac
}
complete -F _yagura yagura
`;
}

export function zshScript(calls: readonly Call[]): string {
  const described = (word: string, about: string) => quoted(`${word}:${about.replaceAll(":", "\\:")}`);
  return `#compdef yagura
# Completion of yagura in zsh: made by \`yagura completion zsh\`.
_yagura() {
  local call="" word
  local -a parts options
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$call $word" in
      ${allParts(calls)}) call="\${call:+$call }$word" ;;
    esac
  done
  case "$call \${words[CURRENT-1]}" in
${cases(calls, ({ path, options }) => [
  ...valued(options, "file").map(({ word }) => `    ${quoted(`${path} ${word}`)}) _files; return ;;`),
  ...valued(options, "text").map(
    ({ word, values }) =>
      `    ${quoted(`${path} ${word}`)}) compadd -- ${values.map(quoted).join(" ")}; return ;;`,
  ),
])}
  esac
  case "$call" in
${cases(calls, ({ path, parts, values, options }) => [
  `    ${quoted(path)})`,
  `      parts=(${[...parts.map(({ word, about }) => described(word, about)), ...values.map((value) => described(value, ""))].join(" ")})`,
  `      options=(${options.map(({ word, about }) => described(word, about)).join(" ")})`,
  "      ;;",
])}
  esac
  (( \${#parts} )) && _describe 'command' parts
  _describe -o 'option' options
  case "$call" in
${cases(calls, ({ path, takesFiles }) => (takesFiles ? [`    ${quoted(path)}) _files ;;`] : []))}
  esac
}
if [ "$funcstack[1]" = "_yagura" ]; then _yagura "$@"; else compdef _yagura yagura; fi
`;
}

export function fishScript(calls: readonly Call[]): string {
  const text = (plain: string) => `'${plain.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const known = calls.flatMap(({ path, parts }) => parts.map(({ word }) => text(`${path} ${word}`)));
  const lines = calls.flatMap(({ path, parts, options, values, takesFiles }) => {
    const complete = `complete -c yagura -n ${text(`__yagura_at ${path === "" ? '""' : `"${path}"`}`)}`;
    return [
      ...parts.map(({ word, about }) => `${complete} -f -a ${text(word)} -d ${text(about)}`),
      ...values.map((value) => `${complete} -f -a ${text(value)}`),
      ...(takesFiles ? [`${complete} -F`] : []),
      ...options.map(({ word, about, takes, values: given }) => {
        const value = {
          nothing: "",
          file: " -r -F",
          text: ` -x${given.length > 0 ? ` -a ${text(given.join(" "))}` : ""}`,
        };
        const name = word.startsWith("--") ? `-l ${word.slice(2)}` : `-s ${word.slice(1)}`;
        return `${complete} ${name}${value[takes]} -d ${text(about)}`;
      }),
    ];
  });
  return `# Completion of yagura in fish: made by \`yagura completion fish\`.
function __yagura_at
  set -l call ''
  for word in (commandline -opc)[2..-1]
    switch "$call $word"
      case ${known.join(" ")}
        set call (string trim -- "$call $word")
    end
  end
  test "$call" = "$argv[1]"
end
complete -c yagura -f
${lines.join("\n")}
`;
}

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

export function completion(
  shell: keyof typeof scripts,
  program: Command,
  { json }: { readonly json?: boolean },
): void {
  const calls = callsOf(program);
  process.stdout.write(json ? `${JSON.stringify({ calls })}\n` : scripts[shell](calls));
}

// What can stand behind each call: its parts, its options, and their values.

interface Word {
  readonly word: string;
  readonly about: string;
}

interface CompletedOption extends Word {
  /** Its values, where these are a closed list. */
  readonly values: readonly string[];
  /** Whether a value follows, and whether that is a file. */
  readonly takes: "nothing" | "text" | "file";
}

interface Call {
  /** Words of the call behind the program's name: "" for the program itself, such as "history show". */
  readonly path: string;
  readonly parts: readonly Word[];
  readonly options: readonly CompletedOption[];
  /** Values of its first argument, where these are a closed list. */
  readonly values: readonly string[];
  /** Whether its arguments are files. */
  readonly takesFiles: boolean;
}

/** The calls of a program, those that hold others before them. */
export function callsOf(program: Command): Call[] {
  return callsBelow(program, "", []);
}

function callsBelow(command: Command, path: string, above: readonly CompletedOption[]): Call[] {
  const help = command.createHelp();
  const own = help.visibleOptions(command).map(optionOf);
  const options = [...own, ...above.filter(({ word }) => !own.some((one) => one.word === word))];
  const parts = command.commands.flatMap((part) =>
    [part.name(), ...part.aliases()].map((word) => ({ word, about: firstSentence(part.description()) })),
  );
  const [argument] = command.registeredArguments;
  const call: Call = {
    ...{ path, parts, options },
    values: argument?.argChoices ?? [],
    takesFiles: argument !== undefined && /^(file|folder)s?$/.test(argument.name()),
  };
  // What belongs to the program alone is no option of its commands.
  const passedOn = path === "" ? [] : options;
  return [
    call,
    ...command.commands.flatMap((part) =>
      [part.name(), ...part.aliases()].flatMap((word) =>
        callsBelow(part, path === "" ? word : `${path} ${word}`, passedOn),
      ),
    ),
  ];
}

function optionOf({
  long,
  short,
  description,
  argChoices,
  required,
  optional,
  flags,
}: Option): CompletedOption {
  const takesFile = /[<[](file|folder)/.test(flags);
  const takes = required || optional ? (takesFile ? "file" : "text") : "nothing";
  return { word: long ?? short ?? "", about: firstSentence(description), values: argChoices ?? [], takes };
}
