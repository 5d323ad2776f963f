import type { Event } from "../model/event.ts";
import type { Language, Variables } from "./cel/language.ts";

/** Computes what a language sees of one event once, however many rules ask. */
export class Binder {
  readonly #event: Event;
  #language: Language | undefined;
  #variables: Variables | undefined;
  #others: Map<Language, Variables> | undefined;

  constructor(event: Event) {
    this.#event = event;
  }

  variables(language: Language): Variables {
    // Rules of one file mostly share their language.
    if (this.#variables !== undefined && this.#language === language) return this.#variables;
    this.#others ??= new Map();
    const variables = this.#others.get(language) ?? language.bind(this.#event);
    this.#others.set(language, variables);
    this.#language = language;
    this.#variables = variables;
    return variables;
  }
}
