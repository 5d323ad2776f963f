/** `yagura completion`: the script of a shell, with a table of what the commands declare. */
import type { Command, Option } from "commander";
import { firstSentence } from "../help.ts";

/**
 * A row for each word that can follow a call: the call, the kind of the word, the word, what is said of it, and for the
 * value of an option what it may be. The row of the kind `files` says that files may follow.
 */
function tableOf(calls: readonly Call[]): string {
  const row = (...fields: string[]) => fields.map((field) => field.replace(/[|\n]/g, "/")).join("|");
  return calls
    .flatMap(({ path, parts, values, options, takesFiles }) => [
      ...parts.map(({ word, about }) => row(path, "part", word, about)),
      ...values.map((value) => row(path, "value", value, "")),
      ...options.map(({ word, about, takes, values: own }) => row(path, takes, word, about, own.join(" "))),
      ...(takesFiles ? [row(path, "files", "", "")] : []),
    ])
    .join("\n");
}

// Each script finds the call that the words before make, then offers what can follow it.

export function bashScript(calls: readonly Call[]): string {
  return `# Completion of yagura in bash: made by \`yagura completion bash\`.
_yagura_table() {
  cat <<'TABLE'
${tableOf(calls)}
TABLE
}
_yagura() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" call="" offered="" files=""
  local at kind word about values table
  table=$'\\n'"$(_yagura_table)"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $table == *$'\\n'"$call|part|$word|"* ]] && call="\${call:+$call }$word"
  done
  while IFS='|' read -r at kind word about values; do
    [[ $at == "$call" ]] || continue
    [[ $word == "$previous" && $kind == file ]] && { offered="" files=1; break; }
    [[ $word == "$previous" && $kind == text ]] && { offered="$values" files=""; break; }
    [[ $kind == files ]] && files=1
    offered+=" $word"
  done <<<"$table"
  mapfile -t COMPREPLY < <(compgen -W "$offered" -- "$current")
  [[ -z $files ]] && return
  # Other words are no files, also where a folder has the name of a command.
  compopt -o filenames 2>/dev/null
  mapfile -t -O "\${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
}
complete -F _yagura yagura
`;
}

export function zshScript(calls: readonly Call[]): string {
  return `#compdef yagura
# Completion of yagura in zsh: made by \`yagura completion zsh\`.
_yagura_table() {
  cat <<'TABLE'
${tableOf(calls)}
TABLE
}
_yagura() {
  local call="" files="" word row
  local -a table fields parts options
  table=("\${(@f)$(_yagura_table)}")
  for word in "\${(@)words[2,CURRENT-1]}"; do
    for row in $table; do
      [[ $row == "$call|part|$word|"* ]] && { call="\${call:+$call }$word"; break; }
    done
  done
  for row in $table; do
    fields=("\${(@s:|:)row}")
    [[ $fields[1] == "$call" ]] || continue
    if [[ $fields[3] == "$words[CURRENT-1]" ]]; then
      [[ $fields[2] == file ]] && { _files; return; }
      [[ $fields[2] == text ]] && { compadd -- \${(s: :)fields[5]}; return; }
    fi
    case $fields[2] in
      files) files=1 ;;
      part|value) parts+=("$fields[3]:\${fields[4]//:/\\:}") ;;
      *) options+=("$fields[3]:\${fields[4]//:/\\:}") ;;
    esac
  done
  (( \${#parts} )) && _describe 'command' parts
  _describe -o 'option' options
  if [[ -n $files ]]; then _files; fi
}
if [ "$funcstack[1]" = "_yagura" ]; then _yagura "$@"; else compdef _yagura yagura; fi
`;
}

export function fishScript(calls: readonly Call[]): string {
  return `# Completion of yagura in fish: made by \`yagura completion fish\`.
function __yagura_table
  echo '${tableOf(calls).replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'
end
function __yagura_words
  set -l table (__yagura_table)
  set -l words (commandline -opc)
  set -l call ''
  for word in $words[2..-1]
    string match -q -- "$call|part|$word|*" $table; and set call (string trim -- "$call $word")
  end
  for row in (string match -- "$call|*" $table)
    set -l fields (string split '|' -- $row)
    if test "$fields[3]" = "$words[-1]"
      switch $fields[2]
        case file
          __fish_complete_path (commandline -ct)
          return
        case text
          string split -n ' ' -- $fields[5]
          return
      end
    end
  end
  for row in (string match -- "$call|*" $table)
    set -l fields (string split '|' -- $row)
    test $fields[2] = files; and __fish_complete_path (commandline -ct); or printf '%s\\t%s\\n' $fields[3] $fields[4]
  end
end
complete -c yagura -f -a '(__yagura_words)'
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
    path,
    parts,
    options,
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
