/** Rules for the names of objects. */
import type { KindDescriptor } from '../../model/catalog.ts';
import { checkDnsLabel, checkDnsLabel1035, checkDnsSubdomain, checkPathSegment } from '../../scalars/formats.ts';

type NameFormat = KindDescriptor['nameFormat'];

const checks: Readonly<Record<NameFormat, (name: string) => readonly string[]>> = {
	'dns-label': checkDnsLabel,
	'dns-label-1035': checkDnsLabel1035,
	'dns-subdomain': checkDnsSubdomain,
	'path-segment': (name) => [...checkPathSegment(name), ...checkAddressable(name)],
};

/**
 * Maximum length in bytes of a name that is not a DNS name. Names of events are the longest: the name of their subject, and a time. With
 * escapes, a name has up to three times this length, which fits in a path (`api/path.ts`) and in a continue token
 * (`read/continue-token.ts`).
 */
const longestSegment = 1024;

/** Refuses names that no URL path can express. Such an object could be created, but not read, changed or deleted. */
function checkAddressable(name: string): readonly string[] {
	return [
		...(name.includes('\\') ? ["may not contain '\\'"] : []),
		...(/\p{Cc}/u.test(name) ? ['may not contain control characters'] : []),
		...(Buffer.byteLength(name) > longestSegment ? [`must be no more than ${longestSegment} bytes`] : []),
	];
}

/** Returns the violations of a name, a sentence each. `prefix`: true for a generateName, which may end in a dash. */
export function nameViolations(name: string, format: NameFormat, prefix = false): readonly string[] {
	const masked = prefix && name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name;
	return checks[format](masked);
}
