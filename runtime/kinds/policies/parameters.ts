/** Parameters of admission policies: their kind, and the objects that a binding selects. */
import type { ParamKind, ParamRef } from '../../../generated/types/admissionregistration/v1.ts';
import { type Cause, forbiddenField, invalidValue, notSupported, required } from '../../model/cause.ts';
import { checkDnsLabel1035, checkDnsSubdomain, checkPathSegment } from '../../scalars/formats.ts';

export function paramText(ref: ParamRef | undefined): string {
	if (ref?.name) return `${ref.namespace || '*'}/${ref.name}`;
	return ref?.selector === undefined ? '<unset>' : JSON.stringify(ref.selector);
}

export function paramRefViolations({ name = '', selector, parameterNotFoundAction: action = '' }: ParamRef, path: string): Cause[] {
	const exclusive = 'name and selector are mutually exclusive';
	const isBoth = name !== '' && selector !== undefined;
	const at = `${path}.parameterNotFoundAction`;
	return [
		...(name === '' ? [] : checkPathSegment(name).map((why) => invalidValue(`${path}.name`, name, why))),
		...(isBoth ? [forbiddenField(`${path}.name`, exclusive), forbiddenField(`${path}.selector`, exclusive)] : []),
		...(name === '' && selector === undefined ? [required(path, 'one of name or selector must be specified')] : []),
		...(action === '' ? [required(at)] : ['Deny', 'Allow'].includes(action) ? [] : [notSupported(at, action, ['Deny', 'Allow'])]),
	];
}

export function paramKindViolations({ apiVersion = '', kind = '' }: ParamKind, path: string): Cause[] {
	const ofKind = checkDnsLabel1035(kind.toLowerCase());
	return [
		...apiVersionViolations(apiVersion, `${path}.apiVersion`),
		...(kind === '' ? [required(`${path}.kind`)] : []),
		...(kind !== '' && ofKind.length > 0 ? [invalidValue(`${path}.kind`, kind, `may have mixed case, but should otherwise match: ${ofKind.join(',')}`)] : []),
	];
}

function apiVersionViolations(apiVersion: string, path: string): Cause[] {
	if (apiVersion === '') return [required(path)];
	const parts = apiVersion.split('/');
	if (parts.length > 2) return [invalidValue(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
	const version = parts.at(-1) ?? '';
	const group = parts.length === 2 ? (parts[0] ?? '') : '';
	const ofGroup = group === '' ? [] : checkDnsSubdomain(group);
	const ofVersion = version === '' ? [] : checkDnsLabel1035(version);
	return [
		...(ofGroup.length > 0 ? [invalidValue(path, group, ofGroup.join(','))] : []),
		...(version === '' ? [invalidValue(path, apiVersion, 'version must be specified')] : []),
		...(ofVersion.length > 0 ? [invalidValue(path, version, ofVersion.join(','))] : []),
	];
}
