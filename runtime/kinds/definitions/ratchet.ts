/** Rules for a definition: a new one must satisfy all, an existing one only those that it satisfied before. */
import type { CustomResourceDefinition } from '../../../generated/types/apiextensions/v1.ts';
import type { Release } from '../../model/catalog.ts';
import { compareReleases } from '../../model/release.ts';
import { defaultViolations } from '../../schema/structural/default-values.ts';
import { hasSchema, type Props } from '../../schema/structural/props.ts';
import { structuralViolations } from '../../schema/structural/structural.ts';
import { bundleProblem } from './ca-bundle.ts';
import { isUnderstood } from './conversion.ts';
import { propsOf, type SchemaDemands } from './schema.ts';

export interface DefinitionDemands extends SchemaDemands {
	/** True when every version needs a schema. */
	readonly schemas: boolean;
	readonly recognizedReviews: boolean;
	/** True when the CA bundle of a webhook must be valid, from 1.31 on. */
	readonly soundBundle: boolean;
	/**
	 * True when scope and kind are immutable. kube-apiserver would have established the definition by now, even if it is not served here.
	 */
	readonly fixedNames: boolean;
	/** True when fields without a schema must be pruned; v1 always prunes them. */
	readonly pruning: boolean;
	readonly approval: boolean;
	/** Versions that may exceed the limit on selectable fields. */
	readonly manySelectable: ReadonlySet<string>;
}

const all = { knownTypes: true, atomicSets: true, keysAreThere: true, structural: true, prunedDefaults: true, schemas: true, recognizedReviews: true };

/** Returns the rules for a new definition. v1beta1 has fewer. */
export function ofNew(version: string): DefinitionDemands {
	const isNow = version !== 'v1beta1';
	return {
		...all,
		knownTypes: isNow,
		structural: isNow,
		schemas: isNow,
		recognizedReviews: isNow,
		soundBundle: false,
		fixedNames: false,
		pruning: isNow,
		approval: isNow,
		manySelectable: new Set(),
	};
}

/** Product name and emulated release of the server. */
interface ServerIdentity {
	readonly product: string;
	readonly release: Release;
}

export function ofUpdate(
	definition: CustomResourceDefinition,
	old: CustomResourceDefinition,
	version: string,
	{ product, release }: ServerIdentity,
): DefinitionDemands {
	const versions = old.spec.versions ?? [];
	const schemas = versions.flatMap(({ schema }) => propsOf(schema, product) ?? []);
	const everywhere = (holds: (props: Props) => boolean): boolean => !schemas.some((props) => hasSchema(props, (each) => !holds(each)));
	const asked = ofNew(version);
	const structural = schemas.filter((props) => structuralViolations(props, '', product).length === 0);
	const isKnown = ({ type }: Props): boolean => type === undefined || ['array', 'boolean', 'integer', 'number', 'object', 'string'].includes(type);
	const isSingle = ({ listType, items }: Props): boolean =>
		listType !== 'set' ||
		!items ||
		(items.type === 'object' ? items.mapType === 'atomic' : items.type !== 'array' || (items.listType ?? 'atomic') === 'atomic');
	const before = new Map(versions.map((each) => [each.name, each.selectableFields ?? []]));
	const many = (definition.spec.versions ?? []).filter(
		({ name, selectableFields = [] }) => (before.get(name)?.length ?? 0) > 8 && JSON.stringify(before.get(name)) === JSON.stringify(selectableFields),
	);
	return {
		knownTypes: asked.knownTypes && everywhere(isKnown),
		atomicSets: everywhere(isSingle),
		keysAreThere: everywhere(hasKeys),
		structural: asked.structural && structural.length === schemas.length,
		// Whether a schema prunes is undefined unless it is structural.
		prunedDefaults: structural.every((props) =>
			defaultViolations({ ...props, embedded: true }, '', true).every(({ message }) => !message.endsWith('unknown fields')),
		),
		schemas: asked.schemas && schemas.length === versions.length,
		recognizedReviews: asked.recognizedReviews && (old.spec.conversion === undefined || isUnderstood(old.spec.conversion)),
		soundBundle: compareReleases(release, '1.31') >= 0 && isEstablished(old) && !hasUnsoundBundle(old),
		fixedNames: isEstablished(old) || isTrue(old, 'NamesAccepted'),
		pruning: asked.pruning && old.spec.preserveUnknownFields !== true,
		approval: asked.approval,
		manySelectable: new Set(many.map(({ name }) => name)),
	};
}

export function isEstablished(definition: CustomResourceDefinition): boolean {
	return isTrue(definition, 'Established');
}

function isTrue({ status }: CustomResourceDefinition, type: string): boolean {
	return (status?.conditions ?? []).some((condition) => condition.type === type && condition.status === 'True');
}

export function hasUnsoundBundle({ spec }: CustomResourceDefinition): boolean {
	const { caBundle = '' } = spec.conversion?.webhook?.clientConfig ?? {};
	return caBundle !== '' && bundleProblem(caBundle) !== undefined;
}

function hasKeys({ listType, listMapKeys, items }: Props): boolean {
	if (!items || (listType !== 'set' && listType !== 'map')) return true;
	if (items.nullable) return false;
	return (
		listType === 'set' ||
		listMapKeys.every((key) => {
			const property = items.properties.get(key);
			return property === undefined || (!property.nullable && (items.required.includes(key) || property.default !== undefined));
		})
	);
}
