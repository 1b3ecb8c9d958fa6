/** How the names of objects are checked. */
import type { KindDescriptor } from '../../../model/catalog.ts';
import { checkDnsLabel, checkDnsLabel1035, checkDnsSubdomain, checkPathSegment } from '../../../scalars/formats.ts';

type NameFormat = KindDescriptor['nameFormat'];

const checks: Readonly<Record<NameFormat, (name: string) => readonly string[]>> = {
	'dns-label': checkDnsLabel,
	'dns-label-1035': checkDnsLabel1035,
	'dns-subdomain': checkDnsSubdomain,
	'path-segment': (name) => [...checkPathSegment(name), ...checkAddressable(name)],
};

/**
 * Bytes of a name that is no domain name. Those of events are longest: the name of what they are about, and when. Three times as much,
 * with escapes, fits in a path (`api/path.ts`), and in a continue token (`read/continue-token.ts`).
 */
const longestSegment = 1024;

/** An object whose name no path can say could be made, and never be read, changed or deleted. */
function checkAddressable(name: string): readonly string[] {
	return [
		...(name.includes('\\') ? ["may not contain '\\'"] : []),
		...(/\p{Cc}/u.test(name) ? ['may not contain control characters'] : []),
		...(Buffer.byteLength(name) > longestSegment ? [`must be no more than ${longestSegment} bytes`] : []),
	];
}

/** What is wrong with a name, in words; empty when nothing is. `prefix`: something will be appended, so it may end in a dash. */
export function nameViolations(name: string, format: NameFormat, prefix = false): readonly string[] {
	const masked = prefix && name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name;
	return checks[format](masked);
}
