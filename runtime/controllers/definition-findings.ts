/** Conditions about a definition itself: whether its schemas are structural, and the progress of its deletion. */
import type { CustomResourceDefinition } from '../../generated/types/apiextensions/v1.ts';
import { propsOf } from '../kinds/definitions/schema.ts';
import { structuralViolations } from '../schema/structural/structural.ts';

export type Condition = NonNullable<NonNullable<CustomResourceDefinition['status']>['conditions']>[number];
export type Finding = Pick<Condition, 'type' | 'status' | 'reason' | 'message'>;

export const structureCondition = 'NonStructuralSchema';

/**
 * Returns the NonStructuralSchema condition, or an empty list if all schemas are structural. Non-structural schemas are in old stored
 * definitions or come through v1beta1.
 */
export function structureFinding({ spec }: CustomResourceDefinition, product: string): Finding[] {
	const problems = [
		...(spec.preserveUnknownFields === true ? ['spec.preserveUnknownFields: Invalid value: true: must be false'] : []),
		...(spec.versions ?? []).flatMap(({ schema }, index) => {
			const props = propsOf(schema, product);
			const violations = props === undefined ? [] : structuralViolations(props, `spec.versions[${index}].schema.openAPIV3Schema`, product);
			return violations.map(({ field, message }) => `${field}: ${message}`);
		}),
	];
	if (problems.length === 0) return [];
	const message = problems.length === 1 ? (problems[0] ?? '') : `[${[...new Set(problems)].join(', ')}]`;
	return [{ type: structureCondition, status: 'True', reason: 'Violations', message }];
}

/** Returns the Terminating condition of a deleted definition that finalizers retain. Its objects are not deleted. */
export function endingFinding({ metadata }: CustomResourceDefinition, isEstablished: boolean): Finding[] {
	if (metadata?.deletionTimestamp === undefined) return [];
	const type = 'Terminating';
	return isEstablished
		? [{ type, status: 'False', reason: 'OverlappingBuiltInResource', message: 'instances overlap with built-in resources in storage' }]
		: [{ type, status: 'False', reason: 'NeverEstablished', message: 'resource was never established' }];
}
