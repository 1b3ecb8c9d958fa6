/** Kubernetes' string formats in expressions: `format.dns1123Label().validate(self.name)` returns the violations, or none. */
import { checkDnsLabel, checkDnsLabel1035, checkDnsSubdomain, checkLabelValue, checkQualifiedName, formatNamed } from '../../../scalars/formats.ts';
import { celLibrary } from '../load.ts';
import type { CelLibrary } from './library.ts';
import { urlProblem } from './urls.ts';

type Check = (text: string) => readonly string[];

class Formats {}

class NamedFormat {
	readonly check: Check;
	constructor(check: Check) {
		this.check = check;
	}
}

/** Checks a prefix of generated names. As in Kubernetes, a trailing dash is allowed, and the character before it is not checked. */
const ofPrefix =
	(check: Check): Check =>
	(text) =>
		check(text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text);

/** Checks a format whose violations have no wording that clients know. */
const byName =
	(name: string, problem: string): Check =>
	(text) =>
		(formatNamed(name)?.check(text) ?? []).length === 0 ? [] : [problem];

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/;

const named: ReadonlyMap<string, NamedFormat> = new Map(
	Object.entries<Check>({
		dns1123Label: checkDnsLabel,
		dns1123Subdomain: checkDnsSubdomain,
		dns1035Label: checkDnsLabel1035,
		qualifiedName: checkQualifiedName,
		dns1123LabelPrefix: ofPrefix(checkDnsLabel),
		dns1123SubdomainPrefix: ofPrefix(checkDnsSubdomain),
		dns1035LabelPrefix: ofPrefix(checkDnsLabel1035),
		labelValue: checkLabelValue,
		uri(text) {
			const problem = urlProblem(text);
			return problem === undefined ? [] : [problem];
		},
		uuid: byName('uuid', 'does not match the UUID format'),
		byte: (text) => (base64.test(text) ? [] : ['invalid base64']),
		date: byName('date', 'invalid date'),
		datetime: byName('datetime', 'invalid datetime'),
	}).map(([name, check]) => [name, new NamedFormat(check)]),
);

const type = 'kubernetes.NamedFormat';

export const formats: CelLibrary = {
	types: [
		{ name: type, ctor: NamedFormat, equals: (a: NamedFormat, b: NamedFormat) => a === b },
		{ name: 'FormatNamespace', ctor: Formats, namespace: 'format' },
	],
	functions: [
		...[...named].map(([name, format]) => ({ signature: `FormatNamespace.${name}(): ${type}`, handler: () => format })),
		{
			signature: `FormatNamespace.named(string): optional<${type}>`,
			handler(_, name: string) {
				const format = named.get(name);
				return format === undefined ? celLibrary().Optional.none() : celLibrary().Optional.of(format);
			},
		},
		{
			signature: `${type}.validate(string): optional<list<string>>`,
			handler({ check }: NamedFormat, text: string) {
				const problems = check(text);
				return problems.length === 0 ? celLibrary().Optional.none() : celLibrary().Optional.of(problems);
			},
		},
	],
};
