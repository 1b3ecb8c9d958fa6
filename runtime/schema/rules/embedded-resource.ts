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
	documentation: 'If true, the value is a whole API object: it must have `apiVersion` and `kind`, and may have `metadata`.',
	describe: () => 'an object with apiVersion, kind and metadata',
	compile(argument) {
		if (argument !== true) return () => undefined;
		return (value, _old, site) => {
			if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
			checkName(value, 'apiVersion', groupVersionProblem, site);
			checkName(value, 'kind', kindProblem, site);
			if (value.metadata !== undefined && !isMetadata(value.metadata))
				site.causes.push(
					invalidValue(site.path.child('metadata'), value.metadata, 'must be metadata of an object, with texts as name, labels and annotations'),
				);
		};
	},
};

function checkName(object: JsonObject, field: string, problemOf: (text: string) => string | undefined, site: Site): void {
	const value = object[field];
	const path = site.path.child(field);
	if (value === undefined || value === null) site.causes.push(required(path));
	else if (value === '') site.causes.push(invalidValue(path, value, 'must not be empty'));
	else {
		const problem = typeof value === 'string' ? problemOf(value) : 'must be a text';
		if (problem !== undefined) site.causes.push(invalidValue(path, value, problem));
	}
}

function groupVersionProblem(text: string): string | undefined {
	return text.split('/').length <= 2 ? undefined : `unexpected GroupVersion string: ${text}`;
}

function kindProblem(text: string): string | undefined {
	const [problem] = checkDnsLabel1035(text.toLowerCase());
	return problem && `may have mixed case, but should otherwise match: ${problem}`;
}

function isMetadata(value: JsonValue): boolean {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
	const isText = (one: JsonValue | undefined): boolean => one === undefined || one === null || typeof one === 'string';
	const isMap = (one: JsonValue | undefined): boolean =>
		one === undefined || one === null || (typeof one === 'object' && !Array.isArray(one) && Object.values(one).every(isText));
	return texts.every((name) => isText(value[name])) && mapsOfTexts.every((name) => isMap(value[name]));
}
