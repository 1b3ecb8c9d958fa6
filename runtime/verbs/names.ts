/** How the names of objects are checked and made. Kubernetes' wording, which clients show. */
import { randomInt } from 'node:crypto';
import type { KindDescriptor } from '../schema/model.ts';

type NameFormat = KindDescriptor['nameFormat'];

/** No vowels and no look-alikes, so that a generated name spells no word. */
const suffixAlphabet = 'bcdfghjklmnpqrstvwxz2456789';
const suffixLength = 5;
/** A DNS label has 63 characters at most, and names end up in labels. */
const longestGeneratedBase = 63 - suffixLength;

const label = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
const label1035 = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
const subdomain =
	"a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";

interface TextFormat {
	readonly pattern: RegExp;
	readonly longest: number;
	readonly message: string;
}

function textFormat(source: string, longest: number, message: string, ...examples: readonly string[]): TextFormat {
	const shown = examples.map((example) => `'${example}', `).join(' or ');
	return { pattern: new RegExp(`^(?:${source})$`), longest, message: `${message} (e.g. ${shown}regex used for validation is '${source}')` };
}

const labelSource = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const formats: Readonly<Record<Exclude<NameFormat, 'path-segment'>, TextFormat>> = {
	'dns-label': textFormat(labelSource, 63, label, 'my-name', '123-abc'),
	'dns-label-1035': textFormat('[a-z]([-a-z0-9]*[a-z0-9])?', 63, label1035, 'my-name', 'abc-123'),
	'dns-subdomain': textFormat(`${labelSource}(\\.${labelSource})*`, 253, subdomain, 'example.com'),
};

const qualifiedPart = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const qualifiedSource = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const qualifiedName = textFormat(qualifiedSource, 63, `name part ${qualifiedPart}`, 'MyName', 'my.name', '123-abc');
const wholeQualifiedName = textFormat(qualifiedSource, 63, `a qualified name ${qualifiedPart}`, 'MyName', 'my.name', '123-abc');
const labelValue = textFormat(`(${qualifiedSource})?`, 63, `a valid label must be an empty string or ${qualifiedPart.slice('must '.length)}`, 'MyValue', 'my_value', '12345');

function violations(text: string, format: TextFormat): string[] {
	const found: string[] = [];
	if (text.length > format.longest) found.push(`must be no more than ${format.longest} characters`);
	if (!format.pattern.test(text)) found.push(format.message);
	return found;
}

function pathSegmentViolations(name: string, prefix: boolean): string[] {
	const found: string[] = [];
	if (!prefix && (name === '.' || name === '..')) found.push(`may not be '${name}'`);
	for (const character of ['/', '%']) if (name.includes(character)) found.push(`may not contain '${character}'`);
	return found;
}

/** What is wrong with a name, in words; empty when nothing is. `prefix`: something will be appended, so it may end in a dash. */
export function nameViolations(name: string, format: NameFormat, prefix = false): string[] {
	if (format === 'path-segment') return pathSegmentViolations(name, prefix);
	const masked = prefix && name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name;
	return violations(masked, formats[format]);
}

/** What is wrong with the key of a label or annotation, or with the name of a finalizer: `[prefix/]name`. */
export function qualifiedNameViolations(text: string): string[] {
	const slash = text.indexOf('/');
	const name = slash === -1 ? text : text.slice(slash + 1);
	if (name.includes('/')) return [`${wholeQualifiedName.message} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
	const found: string[] = [];
	if (slash === 0) found.push('prefix part must be non-empty');
	else if (slash > 0) for (const message of violations(text.slice(0, slash), formats['dns-subdomain'])) found.push(`prefix part ${message}`);
	if (name === '') found.push('name part must be non-empty');
	else if (name.length > 63) found.push('name part must be no more than 63 characters');
	if (!qualifiedName.pattern.test(name)) found.push(qualifiedName.message);
	return found;
}

export function labelValueViolations(value: string): string[] {
	return violations(value, labelValue);
}

/** `base` cut to what leaves room, and five random characters (seed 1, metadata.generateName). */
export function generateName(base: string): string {
	let suffix = '';
	for (let i = 0; i < suffixLength; i++) suffix += suffixAlphabet.charAt(randomInt(suffixAlphabet.length));
	return base.slice(0, longestGeneratedBase) + suffix;
}
