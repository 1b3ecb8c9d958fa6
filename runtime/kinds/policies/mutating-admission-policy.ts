/** MutatingAdmissionPolicy and its binding: match constraints, and mutations with their expressions. */
import type { MutatingAdmissionPolicy, MutatingAdmissionPolicyBinding, Mutation } from '../../../generated/types/admissionregistration/v1beta1.ts';
import type { KindHooks } from '../../api/hooks.ts';
import { type Cause, invalidValue, required } from '../../model/cause.ts';
import { checkDnsSubdomain } from '../../scalars/formats.ts';
import { listOf, structOf } from '../../schema/cel/typing/type.ts';
import { conditionViolations } from '../webhooks/conditions.ts';
import type { ExpressionsOfOne, WrittenExpressions } from './expressions.ts';
import { areConditionsStored, changeabilityViolations, constraintViolations, matchViolations } from './matching.ts';
import { paramKindViolations, paramRefViolations, paramText } from './parameters.ts';
import { variableViolations } from './variables.ts';

export function mutatingAdmissionPolicyHooks(expressions: WrittenExpressions): KindHooks<MutatingAdmissionPolicy> {
	return {
		validateCreate: (policy) => violations(policy, undefined, expressions),
		validateUpdate: (policy, old) => violations(policy, old, expressions),
	};
}

function violations({ spec }: MutatingAdmissionPolicy, old: MutatingAdmissionPolicy | undefined, all: WrittenExpressions): Cause[] {
	const { paramKind, matchConstraints, matchConditions = [], variables = [], mutations = [], reinvocationPolicy } = spec ?? {};
	const expressions = all.of({ params: paramKind !== undefined });
	const stored = old?.spec;
	return [
		...(paramKind === undefined ? [] : paramKindViolations(paramKind, 'spec.paramKind')),
		...constraintViolations(matchConstraints, 'spec.matchConstraints'),
		...(matchConstraints === undefined ? [] : changeabilityViolations(matchConstraints, 'spec.matchConstraints')),
		...(areConditionsStored(spec, stored) ? [] : conditionViolations(matchConditions, 'spec.matchConditions', expressions, stored?.matchConditions)),
		...variables.flatMap((variable, index) => variableViolations(variable, `spec.variables[${index}]`, expressions)),
		...(mutations.length === 0 ? [required('spec.mutations', 'mutations must contain at least one item')] : []),
		...mutations.flatMap((mutation, index) => mutationViolations(mutation, `spec.mutations[${index}]`, expressions, stored?.mutations ?? [])),
		...(reinvocationPolicy === undefined ? [required('spec.reinvocationPolicy')] : []),
	];
}

export const mutatingAdmissionPolicyBindingHooks: KindHooks<MutatingAdmissionPolicyBinding, 'ParamRef'> = {
	cells: ({ spec }) => ({ ParamRef: paramText(spec?.paramRef) }),
	validate({ spec }) {
		const { policyName = '', paramRef, matchResources } = spec ?? {};
		return [
			...(policyName === '' ? [required('spec.policyName')] : checkDnsSubdomain(policyName).map((why) => invalidValue('spec.policyName', policyName, why))),
			...(paramRef === undefined ? [] : paramRefViolations(paramRef, 'spec.paramRef')),
			...(matchResources === undefined ? [] : matchViolations(matchResources, 'spec.matchResources')),
			...(matchResources === undefined ? [] : changeabilityViolations(matchResources, 'spec.matchResources')),
		];
	},
};

/** Result types by patch type. */
const results = { ApplyConfiguration: structOf('Object'), JSONPatch: listOf(structOf('JSONPatch')) } as const;
const fieldOf = { ApplyConfiguration: 'applyConfiguration', JSONPatch: 'jsonPatch' } as const;

/** Checks that a mutation has its expression in the field of its patch type only. The schema validates the patch type. */
function mutationViolations(mutation: Mutation, path: string, expressions: ExpressionsOfOne, stored: readonly Mutation[]): Cause[] {
	const { patchType } = mutation;
	if (patchType !== 'ApplyConfiguration' && patchType !== 'JSONPatch') return [];
	const [wanted, other] = [fieldOf[patchType], fieldOf[patchType === 'JSONPatch' ? 'ApplyConfiguration' : 'JSONPatch']];
	const given = mutation[wanted];
	const text = (given?.expression ?? '').trim();
	return [
		...(given === undefined ? [required(`${path}.${wanted}`, `must be specified when patchType is ${patchType}`)] : []),
		...(given !== undefined && text === '' ? [required(`${path}.${wanted}.expression`)] : []),
		...(text === ''
			? []
			: expressions.violations({
					text,
					path: `${path}.${wanted}.expression`,
					gives: [results[patchType]],
					patches: true,
					stored: stored.flatMap((each) => each[wanted]?.expression?.trim() ?? []),
				})),
		...(mutation[other] === undefined ? [] : [invalidValue(`${path}.${other}`, `{${other}}`, `must not be specified when patchType is ${patchType}`)]),
	];
}
