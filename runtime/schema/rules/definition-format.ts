import type { JsonValue } from '../../model/catalog.ts';
import { show } from '../../model/cause.ts';
import { parseDuration } from '../../scalars/duration.ts';
import { formatNamed } from '../../scalars/formats.ts';
import { namedFormats } from '../../scalars/named-formats.ts';
import { timeProblem } from '../../scalars/time.ts';
import type { Rule } from './rule.ts';

/** Formats of specs that definitions have as well. */
const shared = ['uri', 'email', 'ipv4', 'ipv6', 'cidr', 'uuid', 'date', ...namedFormats.map(({ name }) => name)];

const checks: ReadonlyMap<string, (text: string) => boolean> = new Map([
	...shared.map((name) => [name, (text: string) => formatNamed(name)?.check(text).length === 0] as const),
	['datetime', (text) => timeProblem(text) === undefined],
	['date-time', (text) => timeProblem(text) === undefined],
	['duration', isDuration],
	['hostname', isHostname],
	['byte', (text) => text !== '' && /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)],
]);

/** Units of durations; any text that begins with the last of a row stands for it. */
const units = [
	['ns', 'nano'],
	['us', 'µs', 'micro'],
	['ms', 'milli'],
	['s', 'sec'],
	['m', 'min'],
	['h', 'hr', 'hour'],
	['d', 'day'],
	['w', 'wk', 'week'],
];

/** Accepts Go's durations, and any text in which a number has a unit, as go-openapi does. */
function isDuration(text: string): boolean {
	try {
		parseDuration(text);
		return true;
	} catch {
		const found = Array.from(text.matchAll(/\d+\s*([A-Za-zµ]+)/g), ([, unit = '']) => unit.toLowerCase());
		return found.some((unit) => units.some((names) => names.includes(unit) || unit.startsWith(names.at(-1) ?? '')));
	}
}

const hostnames =
	/^([a-zA-Z0-9\p{S}\p{L}]((-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?)|([a-zA-Z0-9\p{S}\p{L}](([a-zA-Z0-9-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?)(\.)){1,}([a-zA-Z\p{L}]){2,63})$/u;

/** Accepts what go-openapi accepts, which includes signs such as `=`. */
function isHostname(text: string): boolean {
	return text.length <= 255 && text.split('.').every((label) => label.length <= 63) && hostnames.test(text);
}

/** Reports whether definitions know the format; others have no effect. */
export function isDefinitionFormat(name: string): boolean {
	return checks.has(name);
}

/** Format of a text in a CustomResourceDefinition. A text of another form counts as a value of another type. */
export const definitionFormat: Rule = {
	keyword: 'definitionFormat',
	appliesTo: ['string'],
	argument: { type: 'string', enum: [...checks.keys()] },
	documentation: 'The format of a text in a definition.',
	describe: (argument) => `of the format ${argument}`,
	compile(argument) {
		const name = String(argument);
		const check = checks.get(name);
		if (check === undefined) throw new Error(`definitions have no format "${name}"`);
		return (value: JsonValue, _old, site) => {
			if (typeof value !== 'string' || check(value)) return;
			const field = site.path.toString();
			const found = show(value);
			site.causes.push({ reason: 'FieldValueTypeInvalid', field, message: `Invalid value: ${found}: ${field} in body must be of type ${name}: ${found}` });
		};
	},
};
