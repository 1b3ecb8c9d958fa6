/** MutatingAdmissionPolicy and its binding: match constraints and mutations. Expressions are stored without being compiled. */
import type { MutatingAdmissionPolicy, MutatingAdmissionPolicyBinding, Mutation } from '../../../generated/types/admissionregistration/v1beta1.ts';
import type { KindHooks } from '../../api/hooks.ts';
import { type Cause, invalidValue, required } from '../../model/cause.ts';
import { checkDnsSubdomain } from '../../scalars/formats.ts';
import { conditionViolations } from '../webhooks/conditions.ts';
import { changeabilityViolations, constraintViolations, matchViolations } from './matching.ts';
import { paramKindViolations, paramRefViolations, paramText } from './parameters.ts';
import { variableViolations } from './variables.ts';

export const mutatingAdmissionPolicyHooks: KindHooks<MutatingAdmissionPolicy> = {
	validate({ spec }) {
		const { paramKind, matchConstraints, matchConditions = [], variables = [], mutations = [], reinvocationPolicy } = spec ?? {};
		return [
			...(paramKind === undefined ? [] : paramKindViolations(paramKind, 'spec.paramKind')),
			...constraintViolations(matchConstraints, 'spec.matchConstraints'),
			...(matchConstraints === undefined ? [] : changeabilityViolations(matchConstraints, 'spec.matchConstraints')),
			...conditionViolations(matchConditions, 'spec.matchConditions'),
			...variables.flatMap((variable, index) => variableViolations(variable, `spec.variables[${index}]`)),
			...(mutations.length === 0 ? [required('spec.mutations', 'mutations must contain at least one item')] : []),
			...mutations.flatMap((mutation, index) => mutationViolations(mutation, `spec.mutations[${index}]`)),
			...(reinvocationPolicy === undefined ? [required('spec.reinvocationPolicy')] : []),
		];
	},
};

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

const fieldOf = { ApplyConfiguration: 'applyConfiguration', JSONPatch: 'jsonPatch' } as const;

/**
 * Checks that a mutation has an expression in the field of its patch type, and not the other field. The schema validates the patch type.
 */
function mutationViolations(mutation: Mutation, path: string): Cause[] {
	const { patchType } = mutation;
	if (patchType !== 'ApplyConfiguration' && patchType !== 'JSONPatch') return [];
	const [wanted, other] = [fieldOf[patchType], fieldOf[patchType === 'JSONPatch' ? 'ApplyConfiguration' : 'JSONPatch']];
	const given = mutation[wanted];
	return [
		...(given === undefined ? [required(`${path}.${wanted}`, `must be specified when patchType is ${patchType}`)] : []),
		...(given !== undefined && (given.expression ?? '').trim() === '' ? [required(`${path}.${wanted}.expression`)] : []),
		...(mutation[other] === undefined ? [] : [invalidValue(`${path}.${other}`, `{${other}}`, `must not be specified when patchType is ${patchType}`)]),
	];
}
