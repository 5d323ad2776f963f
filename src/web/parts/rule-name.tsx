/** Names of rules for people, in the reader's language; asked once a view, and shared by all that show a rule. */
import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import type { WatchedAnswer } from "../../model/page/watched.ts";
import { useAnswer } from "../shell/calls.ts";
import { useLanguage } from "../shell/language.tsx";
import "./rule-name.css";

const Names = createContext<WatchedAnswer["displayNames"]>({});

/** @param view the view that is shown: rules may have been edited since the last one */
export function RuleNames({
  view,
  children,
}: {
  readonly view: string;
  readonly children: ComponentChildren;
}) {
  const watched = useAnswer<WatchedAnswer>("api/watched", {}, view);
  const known = watched.state === "answered" ? watched.answer : watched.state === "asking" && watched.before;
  return <Names.Provider value={known ? known.displayNames : {}}>{children}</Names.Provider>;
}

/** Gives the name of a rule for people, or the rule's name where it has none; both are untrusted. */
export function useRuleName(): (rule: string) => string {
  const names = useContext(Names);
  const language = useLanguage();
  return (rule) => (Object.hasOwn(names, rule) ? names[rule]?.[language] : undefined) ?? rule;
}

/** The name for people, and small beside it the one by which files and commands know the rule. */
export function RuleName({ rule }: { readonly rule: string }) {
  const named = useRuleName()(rule);
  if (named === rule) return <>{rule}</>;
  return (
    <>
      {named} <span class="rule-id">{rule}</span>
    </>
  );
}
