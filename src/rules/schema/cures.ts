/** Keys and words of other alerting programs, and what says the same in a rule. */
import type { Cures } from "../../lib/yaml/validate-yaml.ts";
import type { NotifyScheme } from "../../model/rule.ts";
import { conditionMembers } from "../conditions/index.ts";

type Cure = readonly [form: RegExp, cure: string];

const key = (name: string) => `write \`${name}: ...\``;

/** Keys that conditions over several events are called by elsewhere. */
const asConditions: readonly Cure[] = conditionMembers.flatMap(({ borrowed: { keys, write } }) =>
  keys === undefined ? [] : [[keys, `write \`${write}\``] as const],
);
/** The condition that is shown where any could be meant. */
const shown = `\`${conditionMembers[0]?.borrowed.write}\``;

const ofRule: readonly Cure[] = [
  [/^(conditions?|if|filters?|where|query|match|expr|expression|criteria)$/i, key("when")],
  [/^(type|types|event|events|event_?type|trigger|triggers|source|index)$/i, key("on")],
  ...asConditions,
  [
    /^(time_?frame|within|window|period|interval|time_?window|lookback)$/i,
    `a time goes into its condition: ${shown}`,
  ],
  [/^(group_?by|query_?key|key|keys|aggregation_?key|per|partition_?by)$/i, key("by")],
  [/^(throttle|realert|re_?notify|repeat_?interval|silence|mute|suppress|dedup|debounce)$/i, key("cooldown")],
  [/^(priority|level|importance|criticality)$/i, key("severity")],
  [/^(subject|alert_?subject|summary|headline)$/i, key("title")],
  [/^(message|text|alert_?text|content|details)$/i, key("body")],
  [
    /^(ja|en|jp|japanese|english|translations?|i18n|languages?|locales?|(title|body)_?(ja|jp|en))$/i,
    "write `texts: { ja: { title: ... } }`",
  ],
  [/^(tags?|annotations|metadata)$/i, key("labels")],
  [/^(payload|values|fields|extras?)$/i, key("data")],
  [/^(rule|id|alert|alert_?name)$/i, key("name")],
  [/^(extends|inherits?|base|like|copy_?of)$/i, key("template")],
  [/^(parameters?|vars?|variables|args|arguments|settings)$/i, key("params")],
  [/^(tests?|cases?)$/i, key("examples")],
  [/^(resolve[sd]?|resolve_?when|recover(y|s|ed)?|clear|ends?)$/i, key("until")],
  [/^(duration|for_?duration|pending)$/i, key("for")],
  [/^(disabled|is_?enabled|enable|disable)$/i, "`enabled: false` turns a rule off"],
  [/^(or|any_?of|one_?of|either|alternatives)$/i, key("any")],
  [/^(business_?hours|active_?(hours|times?)|time_?intervals?|hours|schedule)$/i, key("active")],
  [/^(remind(er|ers)?|days_?before|lead_?time)$/i, key("before")],
];

/** The keys of conditions. */
const ofConditions: readonly (readonly [form: RegExp, key: string])[] = [
  [/^(time_?frame|window|period|interval|time_?window|lookback|last)$/i, "within"],
  [/^(num_?events|threshold|min|minimum|min_?count|gte|ge|from|least|count)$/i, "at_least"],
  [/^(max|maximum|max_?count|lte|le|most)$/i, "at_most"],
  [/^(gt|over|more_?than|greater_?than|exceeds)$/i, "above"],
  [/^(lt|under|less_?than|fewer_?than)$/i, "below"],
  [/^(field|value|metric|key|on|what)$/i, "of"],
];

const severities: readonly Cure[] = [
  [/^(high|highest|errors?|fatal|urgent|crit|emergency|severe|major|page|p1|sev1|高)$/i, "write critical"],
  [/^(medium|moderate|warn|minor|middle|normal|p2|sev2|中)$/i, "write warning"],
  [/^(low|lowest|debug|information|informational|notice|none|p3|sev3|低)$/i, "write info"],
];

const notifying = /^(e?mails?|to|recipients?|send_?to|channels?|actions?|notif(y|ication)s?)$/i;

/** @param notify what `notify` may name; the first is what is suggested */
export function curesFor([first]: readonly NotifyScheme[]): Cures {
  const ofTargets: Cure[] =
    first === undefined ? [] : [[notifying, `write \`notify: [${first.scheme}:NAME]\``]];
  const ofKeys = [...ofRule, ...ofTargets];
  return {
    ofKey(name, path, known) {
      if (path[0] !== "rules" || path.length < 2) return undefined;
      if (path.length === 2) return cureOf(name, ofKeys);
      const meant = cureOf(name, ofConditions);
      return meant !== undefined && known.includes(meant) ? key(meant) : undefined;
    },
    ofValue(value, path) {
      return path.length === 3 && path[2] === "severity" ? cureOf(value, severities) : undefined;
    },
  };
}

function cureOf(written: string, table: readonly Cure[]): string | undefined {
  return table.find(([form]) => form.test(written))?.[1];
}
