/** The name of a signer: `example.com/what`, with room in the path for a namespace and a name. */
import { type Cause, invalidValue, required, tooLong } from '../../model/cause.ts';
import { checkDnsLabel, checkDnsSubdomain } from '../../scalars/formats.ts';

const longestDomain = 253;
const longest = longestDomain + 1 + (253 + 1 + 63);

/** `whenEmpty`: what is said where there is none. */
export function signerNameViolations(name: string, path: string, whenEmpty: string): Cause[] {
	if (name === '') return [required(path, whenEmpty)];
	const [domain = '', rest, ...more] = name.split('/');
	if (rest === undefined || more.length > 0) {
		return [invalidValue(path, name, "must be a fully qualified domain and path of the form 'example.com/signer-name'")];
	}
	const labels = domain.split('.');
	return [
		...(domain.length > longestDomain ? [tooLong(path, longestDomain)] : []),
		...labelViolations(labels, checkDnsLabel, domain, path),
		...(labels.length < 2 ? [invalidValue(path, domain, 'should be a domain with at least two segments separated by dots')] : []),
		...labelViolations(rest.split('.'), checkDnsSubdomain, rest, path),
		...(name.length > longest ? [tooLong(path, longest)] : []),
	];
}

/** Of the first one that is none: the others would say the same. */
function labelViolations(labels: readonly string[], check: (label: string) => readonly string[], shown: string, path: string): Cause[] {
	const wrong = labels.find((label) => check(label).length > 0);
	return wrong === undefined ? [] : check(wrong).map((why) => invalidValue(path, shown, `validating label ${JSON.stringify(wrong)}: ${why}`));
}
