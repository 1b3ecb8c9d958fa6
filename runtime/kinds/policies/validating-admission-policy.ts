/**
 * ValidatingAdmissionPolicy and its binding: match constraints, validations and audit annotations. Expressions are stored without being
 * compiled.
 */
import type {
	AuditAnnotation,
	ValidatingAdmissionPolicy,
	ValidatingAdmissionPolicyBinding,
	Validation,
} from '../../../generated/types/admissionregistration/v1.ts';
import type { KindHooks } from '../../api/hooks.ts';
import { type Cause, duplicate, invalidValue, notSupported, required } from '../../model/cause.ts';
import { checkQualifiedName } from '../../scalars/formats.ts';
import { keptByStatus } from '../kept-metadata.ts';
import { conditionViolations } from '../webhooks/conditions.ts';
import { constraintViolations, matchViolations } from './matching.ts';
import { paramKindViolations, paramRefViolations, paramText } from './parameters.ts';
import { variableViolations } from './variables.ts';

const mostAnnotations = 20;
const longestValue = 5 * 1024;
const reasons = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];

export const validatingAdmissionPolicyHooks: KindHooks<ValidatingAdmissionPolicy> = {
	keptMetadata: keptByStatus,
	validate({ metadata, spec }, { subresource }) {
		if (subresource === 'status') return [];
		const { paramKind, matchConstraints, matchConditions = [], variables = [], validations = [], auditAnnotations = [] } = spec ?? {};
		const isEmpty = validations.length + auditAnnotations.length === 0;
		const missing = 'validations or auditAnnotations must contain at least one item';
		return [
			...(paramKind === undefined ? [] : paramKindViolations(paramKind, 'spec.paramKind')),
			...constraintViolations(matchConstraints, 'spec.matchConstraints'),
			...conditionViolations(matchConditions, 'spec.matchConditions'),
			...variables.flatMap((variable, index) => variableViolations(variable, `spec.variables[${index}]`)),
			...(isEmpty ? ['spec.validations', 'spec.auditAnnotations'].map((path) => required(path, missing)) : []),
			...validations.flatMap((validation, index) => validationViolations(validation, `spec.validations[${index}]`)),
			...annotationViolations(auditAnnotations, metadata?.name ?? ''),
		];
	},
};

export const validatingAdmissionPolicyBindingHooks: KindHooks<ValidatingAdmissionPolicyBinding, 'ParamRef'> = {
	cells: ({ spec }) => ({ ParamRef: paramText(spec.paramRef) }),
	validate({ spec: { paramRef, matchResources, validationActions } }) {
		const actions: readonly string[] = validationActions ?? [];
		const isBoth = actions.includes('Deny') && actions.includes('Warn');
		const why = 'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';
		return [
			...(paramRef === undefined ? [] : paramRefViolations(paramRef, 'spec.paramRef')),
			...(matchResources === undefined ? [] : matchViolations(matchResources, 'spec.matchResources')),
			...(isBoth ? [invalidValue('spec.validationActions', actions, why)] : []),
		];
	},
};

function validationViolations({ expression = '', message = '', messageExpression = '', reason }: Validation, path: string): Cause[] {
	const isBlank = (text: string): boolean => text !== '' && text.trim() === '';
	return [
		...(expression.trim() === '' ? [required(`${path}.expression`, 'expression is not specified')] : []),
		...(isBlank(messageExpression) ? [invalidValue(`${path}.messageExpression`, messageExpression, 'must be non-empty if specified')] : []),
		...(isBlank(message) ? [invalidValue(`${path}.message`, message, 'must be non-empty if specified')] : []),
		...(/[\n\r]/.test(message.trim()) ? [invalidValue(`${path}.message`, message, 'must not contain line breaks')] : []),
		...(reason === undefined || reasons.includes(reason) ? [] : [notSupported(`${path}.reason`, reason, reasons)]),
	];
}

function annotationViolations(annotations: readonly AuditAnnotation[], policy: string): Cause[] {
	const path = 'spec.auditAnnotations';
	const keys = annotations.map(({ key = '' }) => key);
	return [
		...(annotations.length > mostAnnotations ? [invalidValue(path, annotations, `must not have more than ${mostAnnotations} auditAnnotations`)] : []),
		...annotations.flatMap(({ key = '', valueExpression: value = '' }, index) => {
			const at = `${path}[${index}]`;
			return [
				...checkQualifiedName(`${policy}/${key}`).map((why) => invalidValue(`${at}.key`, `${policy}/${key}`, why)),
				...(value.trim() === '' ? [required(`${at}.valueExpression`, 'valueExpression is not specified')] : []),
				...(Buffer.byteLength(value.trim()) > longestValue ? [required(`${at}.valueExpression`, `must not exceed ${longestValue} bytes in length`)] : []),
				...(keys.indexOf(key) < index ? [duplicate(`${at}.key`, key)] : []),
			];
		}),
	];
}
