import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import { invalidValue, required } from '../../model/cause.ts';
import { checkDnsLabel1035 } from '../../scalars/formats.ts';
import type { Rule, Site } from './rule.ts';

const texts = ['name', 'generateName', 'namespace', 'uid', 'resourceVersion'];
const mapsOfTexts = ['labels', 'annotations'];

export const embeddedResource: Rule = {
	keyword: 'embeddedResource',
	appliesTo: ['struct', 'any', 'rawExtension'],
	argument: { type: 'boolean' },
	documentation: 'The object is one of the API itself: it has an `apiVersion`, a `kind` and, where it is there, `metadata` as all objects have.',
	describe: () => 'an object with apiVersion, kind and metadata',
	compile(argument) {
		if (argument !== true) return () => undefined;
		return (value, _old, site) => {
			if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
			checkName(value, 'apiVersion', isGroupVersion, 'unexpected GroupVersion string', site);
			checkName(value, 'kind', isKind, 'may have mixed case, but should otherwise be a DNS label', site);
			if (value.metadata !== undefined && !isMetadata(value.metadata))
				site.causes.push(
					invalidValue(site.path.child('metadata'), value.metadata, 'must be metadata of an object, with texts as name, labels and annotations'),
				);
		};
	},
};

function checkName(object: JsonObject, field: string, isGood: (text: string) => boolean, problem: string, site: Site): void {
	const value = object[field];
	const path = site.path.child(field);
	if (value === undefined || value === null || value === '') site.causes.push(required(path));
	else if (typeof value !== 'string' || !isGood(value)) site.causes.push(invalidValue(path, value, problem));
}

function isGroupVersion(text: string): boolean {
	return text.split('/').length <= 2;
}

function isKind(text: string): boolean {
	return checkDnsLabel1035(text.toLowerCase()).length === 0;
}

function isMetadata(value: JsonValue): boolean {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
	const isText = (one: JsonValue | undefined): boolean => one === undefined || one === null || typeof one === 'string';
	const isMap = (one: JsonValue | undefined): boolean =>
		one === undefined || one === null || (typeof one === 'object' && !Array.isArray(one) && Object.values(one).every(isText));
	return texts.every((name) => isText(value[name])) && mapsOfTexts.every((name) => isMap(value[name]));
}
