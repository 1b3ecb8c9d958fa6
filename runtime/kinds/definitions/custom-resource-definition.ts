/** CustomResourceDefinition: a definition is validated as a whole. v1beta1 has another form for some fields. */
import type { CustomResourceDefinition, CustomResourceDefinitionStatus } from '../../../generated/types/apiextensions/v1.ts';
import type * as v1beta1 from '../../../generated/types/apiextensions/v1beta1.ts';
import type { Converter, KindHooks } from '../../api/hooks.ts';
import type { Release } from '../../model/catalog.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { approvalViolations } from './approval.ts';
import { markForCleanup } from './cleanup.ts';
import { olderDefinitions } from './internal.ts';
import { ofNew, ofUpdate } from './ratchet.ts';
import { changeViolations, definitionViolations, ownNameViolations, statusViolations } from './violations.ts';

interface DefinitionHooks extends KindHooks<CustomResourceDefinition> {
	readonly convert: { readonly v1beta1: Converter<v1beta1.CustomResourceDefinition, CustomResourceDefinition> };
}

export function customResourceDefinitionHooks(vocabulary: Vocabulary, release: Release): DefinitionHooks {
	const { product } = vocabulary;
	return {
		convert: { v1beta1: olderDefinitions },
		normalize({ spec }) {
			const { names } = spec ?? {};
			if (names === undefined || names === null) return;
			const { plural, shortNames, kind, categories } = names;
			if (!kind || (names.singular && names.listKind)) return;
			const filled = { plural, singular: names.singular || kind.toLowerCase(), shortNames, kind, listKind: names.listKind || `${kind}List`, categories };
			spec.names = Object.fromEntries(Object.entries(filled).filter(([, value]) => value !== undefined)) as unknown as typeof names;
		},
		prepareForCreate(object, { warnings, served }) {
			object.status = {
				conditions: null,
				acceptedNames: { plural: '', kind: '' },
				storedVersions: withStorage([], object),
			} as unknown as CustomResourceDefinitionStatus;
			const { group = '', names, versions } = object.spec;
			if ((versions ?? []).some((version) => served(group, version.name, names.plural) !== undefined))
				warnings.push(`${object.metadata?.name ?? ''} is not served: the server has this kind from a spec of its build`);
		},
		prepareForUpdate(object, old, { subresource }) {
			const { status } = object;
			if (subresource === '' && status) object.status = { ...status, storedVersions: withStorage(old.status?.storedVersions ?? [], object) };
		},
		prepareForDelete(object) {
			markForCleanup(object, vocabulary, object.metadata?.deletionTimestamp ?? '');
		},
		readyToRemove: ({ metadata }) => metadata?.deletionTimestamp !== undefined,
		validateCreate(object, { version }) {
			const asked = ofNew(version);
			const unapproved = asked.approval ? approvalViolations(object, undefined, vocabulary) : [];
			return [...ownNameViolations(object), ...definitionViolations(object, asked, product), ...unapproved];
		},
		validateUpdate(object, old, { subresource, version }) {
			if (subresource === 'status') return statusViolations(object);
			const asked = ofUpdate(object, old, version, { product, release });
			return [
				...definitionViolations(object, asked, product),
				...changeViolations(object, old, asked.fixedNames),
				...(asked.approval ? approvalViolations(object, old, vocabulary) : []),
			];
		},
	};
}

/** Adds spec's storage version to status.storedVersions. */
function withStorage(stored: readonly string[], { spec }: CustomResourceDefinition): string[] {
	const storage = spec.versions?.find((version) => version.storage)?.name;
	return storage === undefined || stored.includes(storage) ? [...stored] : [...stored, storage];
}
