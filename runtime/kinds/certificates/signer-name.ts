/** Signer names: `example.com/what`. The path may include a namespace and a name. */
import { type Cause, invalidValue, required, tooLong } from '../../model/cause.ts';
import { checkDnsLabel, checkDnsSubdomain } from '../../scalars/formats.ts';

const longestDomain = 253;
const longest = longestDomain + 1 + (253 + 1 + 63);

/** Validates a signer name. `whenEmpty`: message for an empty name. */
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

/** Reports only the first invalid label, because the messages are the same. */
function labelViolations(labels: readonly string[], check: (label: string) => readonly string[], shown: string, path: string): Cause[] {
	const wrong = labels.find((label) => check(label).length > 0);
	return wrong === undefined ? [] : check(wrong).map((why) => invalidValue(path, shown, `validating label ${JSON.stringify(wrong)}: ${why}`));
}
