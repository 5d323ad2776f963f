/** The scripts of three shells. Each first finds which call the words before make, then offers what can follow. */
import type { Call, CompletedOption } from "./calls.ts";

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
