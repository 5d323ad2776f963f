/**
 * Names of which nobody says whether they are a person's. Those of persons are never read, so a name is kept only where
 * it looks like that of an organisation: better one of these is missing than one of those is shown.
 */
import { readText, wireField } from "../../field-types.ts";

const japanese =
  /会社|法人|銀行|金庫|信託|証券|保険|組合|連合会|基金|財団|社団|大学|持株会|共済|共栄会|投資会|大臣|政府|\(株\)|\(有\)|ファンド|ホールディングス|パートナーズ|キャピタル|インベストメント|コーポレーション|カンパニー|リミテッド|バンク|トラスト/;

const english =
  /\b(bank|trust|company|co|corp|corporation|inc|ltd|limited|llc|llp|lp|plc|funds?|partners|partnership|capital|holdings?|securities|ag|gmbh|bv|nv|pte|investments?|insurance|assurance|pension|government|nominees?|custod\w*|account|omnibus|clearing|ucits|icav|sicav|group|association|foundation|university|authority)\b/i;

/** Words of somebody's office: what stands beside them is a person's name. */
const person = /代表|役員|取締役|社長|会長|理事|個人|\b(mr|mrs|ms|director|president|chairman|individual)\b/i;

/** Whether a name looks like that of an organisation. */
export function isOrganisation(name: string): boolean {
  // Full width becomes half, and ㈱ becomes (株).
  const plain = name.normalize("NFKC").replaceAll(".", "");
  return !person.test(plain) && (japanese.test(plain) || english.test(plain));
}

/** A name that may be a person's: unknown where it does not look like that of an organisation. */
export const organisationField = (wire: string | readonly string[], about: string) =>
  wireField(wire, {
    read(value) {
      const name = readText(value);
      return name === undefined || isOrganisation(name) ? name : null;
    },
    type: "text",
    expected: "a text",
    about: `${about}; absent where it may be a person's name`,
  });
