/** Message about an unknown format of strings. It names the most similar format, and all formats. */
import { formats } from '../../../runtime/scalars/formats.ts';
import { alternatives, nearest } from '../diagnostics/suggestion.ts';

/** Equivalents of format names in other languages. */
const formatsElsewhere: Readonly<Record<string, string>> = {
	int32: 'type: integer" with "format: int32',
	int64: 'type: integer" with "format: int64',
	double: 'type: number',
	float: 'type: number',
	binary: 'byte',
	base64: 'byte',
	url: 'uri',
	fqdn: 'dns-subdomain',
	dns1123label: 'dns-label',
	dns1123subdomain: 'dns-subdomain',
};

export function unknownFormat(format: string): string {
	const known = formats.map(({ name }) => name);
	const meant = formatsElsewhere[format] ?? nearest(format, known);
	const near = meant === undefined ? ': expected' : `: did you mean "${meant}"? It is`;
	return `${JSON.stringify(format)} is not a format${near} one of byte, ${alternatives(known)}`;
}
