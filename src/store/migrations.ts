/**
 * The shape of the database, as the list of steps that made it. Append only: a step that was released is never
 * changed. `user_version` says how many steps a file has had.
 */
import { alertTables } from "./alert-tables.ts";
import { firstSealed, seal, sealColumn, sumOf } from "./tables/sealed-tables.ts";

export const migrations: readonly string[] = [
  `
  CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sources (
    name       TEXT PRIMARY KEY,
    cursor     TEXT,
    attempt_at INTEGER,
    success_at INTEGER,
    outage     TEXT
  ) STRICT;

  CREATE TABLE items (
    source TEXT NOT NULL,
    scope  TEXT NOT NULL,
    key    TEXT NOT NULL,
    body   TEXT NOT NULL,
    PRIMARY KEY (source, scope, key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE log (
    seq     INTEGER PRIMARY KEY,
    time    TEXT NOT NULL,
    type    TEXT NOT NULL,
    subject TEXT NOT NULL,
    source  TEXT NOT NULL,
    body    TEXT NOT NULL
  ) STRICT;

  CREATE TABLE cooldowns (
    rule     TEXT NOT NULL,
    key      TEXT NOT NULL,
    fired_at INTEGER NOT NULL,
    PRIMARY KEY (rule, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX cooldowns_by_age ON cooldowns (fired_at);

  CREATE TABLE outbox (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    alert_seq  INTEGER NOT NULL,
    address    TEXT NOT NULL,
    sender     TEXT NOT NULL,
    message_id TEXT NOT NULL UNIQUE,
    date       TEXT NOT NULL,
    subject    TEXT NOT NULL,
    text       TEXT NOT NULL,
    html       TEXT NOT NULL,
    bytes      BLOB,
    state      TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed')),
    attempts   INTEGER NOT NULL DEFAULT 0,
    next_at    INTEGER NOT NULL,
    queued_at  INTEGER NOT NULL,
    ended_at   INTEGER,
    reason     TEXT,
    last_error TEXT
  ) STRICT;
  CREATE INDEX outbox_waiting ON outbox (address, id, next_at) WHERE state = 'waiting';
  CREATE INDEX outbox_next ON outbox (next_at) WHERE state = 'waiting';
  CREATE INDEX outbox_by_state ON outbox (state, ended_at);
  CREATE INDEX outbox_ended ON outbox (ended_at) WHERE state <> 'waiting';
  `,
  `
  CREATE TABLE holds (
    source  TEXT PRIMARY KEY,
    since   TEXT NOT NULL,
    items   INTEGER NOT NULL,
    message TEXT NOT NULL,
    cursor  TEXT
  ) STRICT;

  CREATE TABLE held_items (
    source TEXT NOT NULL,
    scope  TEXT NOT NULL,
    key    TEXT NOT NULL,
    body   TEXT,
    PRIMARY KEY (source, scope, key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE held_drafts (
    source   TEXT NOT NULL,
    position INTEGER NOT NULL,
    body     TEXT NOT NULL,
    PRIMARY KEY (source, position)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE publications (
    source     TEXT PRIMARY KEY,
    published  TEXT,
    late_day   TEXT,
    late_since TEXT
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE rule_memories (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    rule    TEXT NOT NULL,
    key     TEXT NOT NULL,
    meaning TEXT NOT NULL,
    body    TEXT NOT NULL,
    due     INTEGER,
    UNIQUE (rule, key)
  ) STRICT;
  CREATE INDEX rule_memories_due ON rule_memories (due) WHERE due IS NOT NULL;
  CREATE INDEX rule_memories_by_age ON rule_memories (rule, id);
  CREATE INDEX rule_memories_by_meaning ON rule_memories (rule, meaning);

  CREATE TABLE rule_memory_counts (
    rule TEXT PRIMARY KEY,
    keys INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER rule_memory_added AFTER INSERT ON rule_memories BEGIN
    INSERT INTO rule_memory_counts (rule, keys) VALUES (new.rule, 1)
    ON CONFLICT (rule) DO UPDATE SET keys = keys + 1;
  END;
  CREATE TRIGGER rule_memory_dropped AFTER DELETE ON rule_memories BEGIN
    UPDATE rule_memory_counts SET keys = keys - 1 WHERE rule = old.rule;
  END;
  `,
  `
  CREATE TABLE suppressions (
    id        INTEGER PRIMARY KEY,
    cause_seq INTEGER NOT NULL,
    rule      TEXT NOT NULL,
    key       TEXT NOT NULL,
    reason    TEXT NOT NULL,
    at        INTEGER NOT NULL,
    until_at  INTEGER
  ) STRICT;
  CREATE INDEX suppressions_by_rule ON suppressions (rule, at);
  CREATE INDEX suppressions_by_cause ON suppressions (cause_seq);
  `,
  `
  CREATE TABLE delivery_attempts (
    id      INTEGER PRIMARY KEY,
    mail_id INTEGER NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
    at      INTEGER NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('sent', 'postponed', 'refused', 'expired')),
    answer  TEXT NOT NULL
  ) STRICT;
  CREATE INDEX delivery_attempts_by_mail ON delivery_attempts (mail_id);
  CREATE INDEX outbox_by_alert ON outbox (alert_seq);

  CREATE TABLE withheld (
    id      INTEGER PRIMARY KEY,
    source  TEXT NOT NULL,
    type    TEXT NOT NULL,
    subject TEXT NOT NULL,
    since   INTEGER NOT NULL,
    ended   INTEGER NOT NULL,
    how     TEXT NOT NULL
  ) STRICT;
  CREATE INDEX withheld_by_subject ON withheld (subject);
  CREATE INDEX withheld_by_age ON withheld (ended);
  `,
  `
  CREATE TABLE runs (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    started_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX runs_by_start ON runs (started_at);
  `,
  // Entries of before have no hash; from which one on they all have one is kept, so that a lost one is noticed.
  `
  ALTER TABLE log ADD COLUMN before TEXT;
  ALTER TABLE log ADD COLUMN hash TEXT;
  INSERT INTO meta (key, value) SELECT 'log.chained-from', coalesce(max(seq), 0) + 1 FROM log;
  `,
  // What a part holds together; of the log the last seq, and in `sum` the first that is kept.
  `
  CREATE TABLE sums (
    name TEXT NOT NULL,
    part TEXT NOT NULL,
    rows INTEGER NOT NULL,
    sum  INTEGER NOT NULL,
    PRIMARY KEY (name, part)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO sums (name, part, rows, sum)
    SELECT 'log', '', coalesce(max(seq), 0), coalesce(min(seq), 1) FROM log;
  ALTER TABLE sources ADD COLUMN anew TEXT;
  DROP TRIGGER rule_memory_added;
  DROP TRIGGER rule_memory_dropped;
  DROP TABLE rule_memory_counts;
  ${firstSealed.map(seal).join("")}
  `,
  // What a held event rewrites stands in it since; before, its type told. What is damaged stays so: a change would
  // give it the checksum of its damage.
  `
  UPDATE held_drafts SET body = json_set(body, '$.rewrites',
      CASE json_extract(body, '$.type')
        WHEN 'margin.alert.corrected' THEN json_extract(body, '$.data.now.code')
        WHEN 'short.report.corrected' THEN json_extract(body, '$.data.now.code')
          || '/' || json_extract(body, '$.data.now.seller')
          || coalesce('/' || json_extract(body, '$.data.now.fund'), '')
        ELSE json_extract(body, '$.data.now.db') || '/' || json_extract(body, '$.data.now.code')
      END)
    WHERE CASE
      WHEN sum IS NOT ${sumOf("held_drafts", "", ["source", "position", "body"])} THEN 0
      ELSE json_extract(body, '$.rewrites') IS NULL AND json_extract(body, '$.type')
        IN ('margin.alert.corrected', 'short.report.corrected', 'statistics.series.revised')
      END;
  `,
  // The output whose row it is: each takes its own. Before, all were mails.
  `
  ALTER TABLE outbox ADD COLUMN output TEXT NOT NULL DEFAULT 'email';
  ${sealColumn("outbox", "output")}
  DROP INDEX outbox_waiting;
  DROP INDEX outbox_next;
  CREATE INDEX outbox_waiting ON outbox (output, address, id, next_at) WHERE state = 'waiting';
  CREATE INDEX outbox_next ON outbox (output, next_at) WHERE state = 'waiting';
  CREATE INDEX outbox_by_output ON outbox (output, state);
  `,
  // What changed of what stands without an event: after the entry `seq`, and before the next.
  `
  CREATE TABLE silent_changes (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    seq    INTEGER NOT NULL,
    source TEXT NOT NULL,
    key    TEXT,
    body   TEXT
  ) STRICT;
  CREATE INDEX silent_changes_by_seq ON silent_changes (seq, id);
  CREATE INDEX silent_changes_by_key ON silent_changes (source, key);
  ${seal("silent_changes")}
  `,
  // What is kept apart comes and goes in parts: how far it is, which items it rewrites, and the place of the first event
  // of the part with which an item came. A damaged event stays damaged.
  `
  ALTER TABLE holds ADD COLUMN stage TEXT NOT NULL DEFAULT 'held';
  ${sealColumn("holds", "stage")}
  ALTER TABLE held_drafts ADD COLUMN rewrites TEXT;
  ${sealColumn("held_drafts", "rewrites")}
  UPDATE held_drafts SET rewrites = json_extract(body, '$.rewrites')
    WHERE CASE WHEN sum IS ${sumOf("held_drafts", "", ["source", "position", "body", "rewrites"])}
      THEN json_extract(body, '$.rewrites') IS NOT NULL ELSE 0 END;
  CREATE INDEX held_drafts_by_item ON held_drafts (source, rewrites);
  ALTER TABLE held_items ADD COLUMN part INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX held_items_by_part ON held_items (source, part);
  `,
  alertTables,
  // The past of an item, for a mail about it, is asked for by its subject.
  "CREATE INDEX log_by_subject ON log (subject, type);",
  // Mails that tell notifications of other receivers as well are few, and asked for by these.
  `CREATE INDEX outbox_joined ON outbox (id) WHERE instr(extras, '"also"') > 0;`,
  // How far each consumer of the feed has handled the log.
  `
  CREATE TABLE consumers (
    name      TEXT PRIMARY KEY,
    epoch     TEXT NOT NULL,
    seq       INTEGER NOT NULL,
    lost_from INTEGER,
    seen_at   INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  ${seal("consumers")}
  `,
  // The page asks for deliveries by address and state, for those that were tried in vain, and for the alerts of a rule
  // and of a message. None of these indexes costs a commit that neither alerts nor delivers anything.
  `
  CREATE INDEX outbox_by_address ON outbox (output, address, state);
  CREATE INDEX outbox_postponed ON outbox (output, address) WHERE state = 'waiting' AND attempts > 0;
  CREATE INDEX notice_rounds_by_message ON notice_rounds (message) WHERE message IS NOT NULL;
  CREATE INDEX log_alerts_by_rule ON log (source, time) WHERE type = 'alert.fired';
  `,
  // The service that the state of a source comes from; null: of before this step, or of no monitor.
  `
  ALTER TABLE sources ADD COLUMN origin TEXT;
  ${sealColumn("sources", "origin")}
  `,
  // A consumer belongs to the token that made it, and nobody takes all names.
  `
  ALTER TABLE consumers ADD COLUMN owner TEXT;
  ${sealColumn("consumers", "owner")}
  CREATE INDEX consumers_by_owner ON consumers (owner);
  `,
  // Hash over what is left of an entry of which something was blanked.
  "ALTER TABLE log ADD COLUMN blanked TEXT;",
  // When what polls found appeared on their services.
  `
  CREATE TABLE sightings (seq INTEGER PRIMARY KEY, source TEXT NOT NULL, since INTEGER NOT NULL, asked_at INTEGER NOT NULL,
    answered_at INTEGER NOT NULL, appeared_at INTEGER NOT NULL, doubt_ms INTEGER NOT NULL, committed_at INTEGER NOT NULL) STRICT;
  CREATE INDEX sightings_by_source ON sightings (source, seq);
  ${seal("sightings")}
  `,
  // Browsers that signed up for messages.
  `CREATE TABLE devices (id TEXT PRIMARY KEY, name TEXT NOT NULL, endpoint TEXT NOT NULL UNIQUE, p256dh TEXT NOT NULL,
    auth TEXT NOT NULL, label TEXT NOT NULL, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX devices_by_name ON devices (name, at); ${seal("devices")}`,
];
