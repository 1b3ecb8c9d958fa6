/** Text through Handlebars. Logic belongs in emitters: templates only place what they are given. */
import { readFileSync } from 'node:fs';
import Handlebars from 'handlebars';

/** A template by its path below `templates/`, with those that it includes by name. Values are placed as they are: nothing emitted is HTML. */
export function template<T>(path: string, includes: Readonly<Record<string, string>> = {}): (values: T) => string {
	const handlebars = Handlebars.create();
	for (const [name, included] of Object.entries(includes)) handlebars.registerPartial(name, textOf(included));
	return handlebars.compile<T>(textOf(path), { noEscape: true, strict: true });
}

function textOf(path: string): string {
	return readFileSync(new URL(`../../templates/${path}.hbs`, import.meta.url), 'utf8');
}
