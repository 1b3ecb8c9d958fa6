/** Namespace: its phase, its finalizer, and the label with its name (seed 1, "Deletion lifecycle"). */
import type { Namespace } from '../../generated/types/core/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import { type Cause, invalidValue } from '../model/cause.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { checkQualifiedName } from '../scalars/formats.ts';

export function namespaceHooks({ product, labelDomain }: Vocabulary): KindHooks<Namespace> {
	const nameLabel = `${labelDomain}/metadata.name`;
	const label = (namespace: Namespace): void => {
		const { metadata = {} } = namespace;
		namespace.metadata = { ...metadata, labels: { ...metadata.labels, [nameLabel]: metadata.name ?? '' } };
	};
	return {
		normalize(namespace) {
			// With generateName, the label is set once the name is known.
			if (namespace.metadata?.name) label(namespace);
		},
		prepareForCreate(namespace) {
			const finalizers = namespace.spec?.finalizers ?? [];
			namespace.spec = { ...namespace.spec, finalizers: finalizers.includes(product) ? finalizers : [...finalizers, product] };
			namespace.status = { phase: 'Active' };
			label(namespace);
		},
		prepareForUpdate(namespace) {
			label(namespace);
			if (!namespace.status?.phase) namespace.status = { ...namespace.status, phase: 'Active' };
		},
		prepareForDelete(namespace) {
			namespace.status = { ...namespace.status, phase: 'Terminating' };
		},
		readyToRemove: (namespace) => (namespace.spec?.finalizers ?? []).length === 0,
		// For status writes, `validateUpdate` reports a wrong phase and names the expected one.
		tolerates: ({ field, reason }) => field === 'status.phase' && reason === 'FieldValueNotSupported',
		validate: ({ spec }, { subresource }) =>
			// Paths have the index only in the `finalize` subresource.
			(spec?.finalizers ?? []).flatMap((finalizer, index) =>
				finalizerViolations(finalizer, product, subresource === 'finalize' ? `spec.finalizers[${index}]` : 'spec.finalizers'),
			),
		validateUpdate: (namespace, _old, { subresource }) => (subresource === 'status' ? phaseViolations(namespace) : []),
	};
}

function finalizerViolations(finalizer: string, product: string, path: string): Cause[] {
	const causes = checkQualifiedName(finalizer).map((why) => invalidValue(path, finalizer, why));
	if (finalizer.includes('/') || [product, 'orphan', 'foregroundDeletion'].includes(finalizer)) return causes;
	return [...causes, invalidValue(path, finalizer, 'name is neither a standard finalizer name nor is it fully qualified')];
}

function phaseViolations({ metadata, status }: Namespace): Cause[] {
	const going = metadata?.deletionTimestamp !== undefined;
	const expected = going ? 'Terminating' : 'Active';
	if (status?.phase === expected) return [];
	return [invalidValue('status.Phase', status?.phase ?? '', `may only be '${expected}' if \`deletionTimestamp\` is ${going ? 'not ' : ''}empty`)];
}
