/** Conditions of a definition: its names, its service, its schemas and its approval. */
import type { CustomResourceDefinition } from '../../../generated/types/apiextensions/v1.ts';
import { type Approval, approvalOf } from '../../kinds/definitions/approval.ts';
import { propsOf } from '../../kinds/definitions/schema.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { structuralViolations } from '../../schema/structural/structural.ts';

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

/** State of the service of a definition's kind. */
export interface ServedState {
	/** A spec of the build has the kind. */
	readonly isOfSpec: boolean;
	/** The current snapshot has the kind of this definition. */
	readonly isServed: boolean;
	/** The definition cannot be served until its CA bundle is valid. */
	readonly isUnsound: boolean;
}

const ofSpec = 'the server has a built-in kind of this name, which takes precedence over the definition';

/** Returns the Established condition. A definition stays established when its names change to ones that are taken. */
export function establishedFinding({ status }: CustomResourceDefinition, names: Finding, { isOfSpec, isServed, isUnsound }: ServedState): Finding {
	const type = 'Established';
	if (isOfSpec) return { type, status: 'False', reason: 'KindOfSpec', message: ofSpec };
	const before = (status?.conditions ?? []).find((condition) => condition.type === type);
	if (before?.status === 'True') return before;
	if (names.status !== 'True') return { type, status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' };
	if (isUnsound) return { type, status: 'False', reason: 'InvalidCABundle', message: 'The conversion webhook CABundle is invalid' };
	const message = 'the initial names have been accepted';
	return isServed ? { type, status: 'True', reason: 'InitialNamesAccepted', message } : { type, status: 'False', reason: 'Installing', message };
}

const approvals: Readonly<Record<Approval['state'], readonly [status: string, reason: string]>> = {
	approved: ['True', 'ApprovedAnnotation'],
	bypassed: ['False', 'UnapprovedAnnotation'],
	missing: ['False', 'MissingAnnotation'],
	invalid: ['False', 'InvalidAnnotation'],
};

/** Returns the condition about the approval of a definition in a group of the platform; an empty list for other groups. */
export function approvalFinding(definition: CustomResourceDefinition, vocabulary: Pick<Vocabulary, 'groupDomain' | 'labelDomain' | 'product'>): Finding[] {
	const found = approvalOf(definition, vocabulary);
	if (found === undefined) return [];
	const [status, reason] = approvals[found.state];
	const { product } = vocabulary;
	return [{ type: `${product.charAt(0).toUpperCase()}${product.slice(1)}APIApprovalPolicyConformant`, status, reason, message: found.reason }];
}

/** Replaces the conditions of the same types; other conditions stay. */
export function withFindings(before: readonly Condition[], findings: readonly Finding[], now: string): readonly Condition[] {
	const told = new Map(findings.map((finding) => [finding.type, finding]));
	const kept = before.map((condition) => {
		const finding = told.get(condition.type);
		told.delete(condition.type);
		if (finding === undefined) return condition;
		const lastTransitionTime = finding.status === condition.status ? (condition.lastTransitionTime ?? now) : now;
		return { type: finding.type, status: finding.status, lastTransitionTime, reason: finding.reason, message: finding.message } as Condition;
	});
	const added = [...told.values()].map(({ type, status, reason, message }) => ({ type, status, lastTransitionTime: now, reason, message }) as Condition);
	return [...kept, ...added];
}
