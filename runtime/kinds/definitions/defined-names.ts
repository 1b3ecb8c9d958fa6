import type { CustomResourceDefinitionNames } from '../../../generated/types/apiextensions/v1.ts';
import { type Cause, invalidValue, required } from '../../model/cause.ts';
import { checkDnsLabel1035 } from '../../scalars/formats.ts';

export function nameViolations(names: CustomResourceDefinitionNames, path: string): Cause[] {
	const { plural = '', singular = '', kind = '', listKind = '', shortNames = [], categories = [] } = names;
	const label = (text: string, at: string): Cause[] => {
		const why = checkDnsLabel1035(text);
		return why.length === 0 ? [] : [invalidValue(`${path}.${at}`, text, why.join(','))];
	};
	const ofKind = (text: string, at: string): Cause[] => {
		const why = text === '' ? [] : checkDnsLabel1035(text.toLowerCase());
		return why.length === 0 ? [] : [invalidValue(`${path}.${at}`, text, `may have mixed case, but should otherwise match: ${why.join(',')}`)];
	};
	return [
		...(plural === '' ? [] : label(plural, 'plural')),
		...(singular === '' ? [] : label(singular, 'singular')),
		...ofKind(kind, 'kind'),
		...ofKind(listKind, 'listKind'),
		...shortNames.flatMap((each, index) => label(each, `shortNames[${index}]`)),
		...(kind !== '' && kind === listKind ? [invalidValue(`${path}.listKind`, listKind, 'kind and listKind may not be the same')] : []),
		...categories.flatMap((each, index) => label(each, `categories[${index}]`)),
	];
}

/** Reports missing names, without which the kind cannot be served. */
export function missingNames({ plural, singular, kind, listKind }: CustomResourceDefinitionNames, path: string): Cause[] {
	return Object.entries({ plural, singular, kind, listKind }).flatMap(([field, text]) => (text ? [] : [required(`${path}.${field}`)]));
}
