/** How the names of objects are checked and made. */
import { randomInt } from 'node:crypto';
import type { KindDescriptor } from '../../../model/catalog.ts';
import { checkDnsLabel, checkDnsLabel1035, checkDnsSubdomain, checkPathSegment } from '../../../scalars/formats.ts';

type NameFormat = KindDescriptor['nameFormat'];

/** No vowels and no look-alikes, so that a generated name spells no word. */
const suffixAlphabet = 'bcdfghjklmnpqrstvwxz2456789';
const suffixLength = 5;
/** A DNS label has 63 characters at most, and names end up in labels. */
const longestBase = 63 - suffixLength;

const checks: Readonly<Record<NameFormat, (name: string) => readonly string[]>> = {
	'dns-label': checkDnsLabel,
	'dns-label-1035': checkDnsLabel1035,
	'dns-subdomain': checkDnsSubdomain,
	'path-segment': checkPathSegment,
};

/** What is wrong with a name, in words; empty when nothing is. `prefix`: something will be appended, so it may end in a dash. */
export function nameViolations(name: string, format: NameFormat, prefix = false): readonly string[] {
	const masked = prefix && name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name;
	return checks[format](masked);
}

/** `base` cut to what leaves room, and five random characters (seed 1, metadata.generateName). */
export function generateName(base: string): string {
	let suffix = '';
	for (let i = 0; i < suffixLength; i++) suffix += suffixAlphabet.charAt(randomInt(suffixAlphabet.length));
	return base.slice(0, longestBase) + suffix;
}
