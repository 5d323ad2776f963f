/** The migration that made the tables of the life of alerts; released, so never changed. */
import { seal, sealColumn } from "./tables/sealed-tables.ts";

/** Notices that wait for one thing share a round: its one row says what became of all of them. */
export const alertTables = `
  CREATE TABLE alert_states (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    key  TEXT NOT NULL,
    body TEXT NOT NULL,
    due  INTEGER,
    at   INTEGER NOT NULL,
    UNIQUE (kind, key)
  ) STRICT;
  CREATE INDEX alert_states_due ON alert_states (due, kind, key) WHERE due IS NOT NULL;
  CREATE INDEX alert_states_by_age ON alert_states (kind, id);
  ${seal("alert_states")}

  CREATE TABLE notices (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    alert_seq   INTEGER NOT NULL,
    episode_seq INTEGER NOT NULL,
    receiver    TEXT NOT NULL,
    route       TEXT NOT NULL,
    reason      TEXT NOT NULL,
    state       TEXT NOT NULL,
    at          INTEGER NOT NULL,
    until_at    INTEGER,
    by_what     TEXT,
    group_key   TEXT NOT NULL,
    gravity     INTEGER NOT NULL,
    message     TEXT,
    told_at     INTEGER,
    round       INTEGER
  ) STRICT;
  CREATE INDEX notices_by_alert ON notices (alert_seq);
  CREATE INDEX notices_by_episode ON notices (episode_seq);
  CREATE INDEX notices_by_time ON notices (at, reason);
  CREATE INDEX notices_waiting ON notices (round, gravity, alert_seq) WHERE round IS NOT NULL;
  ${seal("notices")}

  CREATE TABLE notice_rounds (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    receiver  TEXT NOT NULL,
    group_key TEXT NOT NULL,
    reason    TEXT NOT NULL,
    state     TEXT NOT NULL,
    message   TEXT,
    begun_at  INTEGER NOT NULL,
    ended_at  INTEGER
  ) STRICT;
  CREATE INDEX notice_rounds_waiting ON notice_rounds (receiver, group_key) WHERE state = 'waiting';
  CREATE INDEX notice_rounds_by_age ON notice_rounds (begun_at);
  ${seal("notice_rounds")}

  ALTER TABLE outbox ADD COLUMN message TEXT;
  ${sealColumn("outbox", "message")}
  ALTER TABLE outbox ADD COLUMN extras TEXT;
  ${sealColumn("outbox", "extras")}
  CREATE INDEX outbox_by_message ON outbox (message) WHERE message IS NOT NULL;
  `;
