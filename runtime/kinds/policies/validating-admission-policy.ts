/** ValidatingAdmissionPolicy and its binding: match constraints, validations, audit annotations, and their expressions. */
import type {
	AuditAnnotation,
	ValidatingAdmissionPolicy,
	ValidatingAdmissionPolicyBinding,
	Validation,
} from '../../../generated/types/admissionregistration/v1.ts';
import type { KindHooks } from '../../api/hooks.ts';
import { type Cause, duplicate, invalidValue, notSupported, required } from '../../model/cause.ts';
import { checkQualifiedName } from '../../scalars/formats.ts';
import { types } from '../../schema/cel/typing/type.ts';
import { keptByStatus } from '../preserved-metadata.ts';
import { conditionViolations } from '../webhooks/conditions.ts';
import type { ExpressionsOfOne, WrittenExpressions } from './expressions.ts';
import { areConditionsStored, constraintViolations, matchViolations } from './matching.ts';
import { paramKindViolations, paramRefViolations, paramText } from './parameters.ts';
import { variableViolations } from './variables.ts';

const mostAnnotations = 20;
const longestValue = 5 * 1024;
const reasons = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];

export function validatingAdmissionPolicyHooks(expressions: WrittenExpressions): KindHooks<ValidatingAdmissionPolicy> {
	return {
		preservedMetadata: keptByStatus,
		validateCreate: (policy) => violations(policy, undefined, expressions),
		validateUpdate: (policy, old, { subresource }) => (subresource === 'status' ? [] : violations(policy, old, expressions)),
	};
}

function violations({ metadata, spec }: ValidatingAdmissionPolicy, old: ValidatingAdmissionPolicy | undefined, all: WrittenExpressions): Cause[] {
	const { paramKind, matchConstraints, matchConditions = [], variables = [], validations = [], auditAnnotations = [] } = spec ?? {};
	const expressions = all.of({ params: paramKind !== undefined });
	const stored = old?.spec;
	const isEmpty = validations.length + auditAnnotations.length === 0;
	const missing = 'validations or auditAnnotations must contain at least one item';
	const validates = (validation: Validation, index: number): Cause[] =>
		validationViolations(validation, `spec.validations[${index}]`, expressions, stored?.validations ?? []);
	return [
		...(paramKind === undefined ? [] : paramKindViolations(paramKind, 'spec.paramKind')),
		...constraintViolations(matchConstraints, 'spec.matchConstraints'),
		...(areConditionsStored(spec, stored) ? [] : conditionViolations(matchConditions, 'spec.matchConditions', expressions, stored?.matchConditions)),
		...variables.flatMap((variable, index) => variableViolations(variable, `spec.variables[${index}]`, expressions)),
		...(isEmpty ? ['spec.validations', 'spec.auditAnnotations'].map((path) => required(path, missing)) : []),
		...validations.flatMap(validates),
		...annotationViolations(auditAnnotations, metadata?.name ?? '', expressions, stored?.auditAnnotations ?? []),
	];
}

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

function validationViolations(
	{ expression = '', message = '', messageExpression = '', reason }: Validation,
	path: string,
	expressions: ExpressionsOfOne,
	stored: readonly Validation[],
): Cause[] {
	const isBlank = (text: string): boolean => text !== '' && text.trim() === '';
	return [
		...(expression.trim() === ''
			? [required(`${path}.expression`, 'expression is not specified')]
			: expressions.violations({
					text: expression,
					path: `${path}.expression`,
					gives: [types.bool],
					stored: stored.map((each) => each.expression ?? ''),
				})),
		...(isBlank(messageExpression) ? [invalidValue(`${path}.messageExpression`, messageExpression, 'must be non-empty if specified')] : []),
		...(messageExpression.trim() === ''
			? []
			: expressions.violations({
					text: messageExpression,
					path: `${path}.messageExpression`,
					gives: [types.string],
					authorizer: false,
					stored: stored.flatMap((each) => each.messageExpression ?? []),
				})),
		...(isBlank(message) ? [invalidValue(`${path}.message`, message, 'must be non-empty if specified')] : []),
		...(/[\n\r]/.test(message.trim()) ? [invalidValue(`${path}.message`, message, 'must not contain line breaks')] : []),
		...(reason === undefined || reasons.includes(reason) ? [] : [notSupported(`${path}.reason`, reason, reasons)]),
	];
}

function annotationViolations(
	annotations: readonly AuditAnnotation[],
	policy: string,
	expressions: ExpressionsOfOne,
	stored: readonly AuditAnnotation[],
): Cause[] {
	const path = 'spec.auditAnnotations';
	const keys = annotations.map(({ key = '' }) => key);
	return [
		...(annotations.length > mostAnnotations ? [invalidValue(path, annotations, `must not have more than ${mostAnnotations} auditAnnotations`)] : []),
		...annotations.flatMap(({ key = '', valueExpression: value = '' }, index) => {
			const at = `${path}[${index}]`;
			return [
				...checkQualifiedName(`${policy}/${key}`).map((why) => invalidValue(`${at}.key`, `${policy}/${key}`, why)),
				...valueViolations(value, `${at}.valueExpression`, expressions, stored),
				...(keys.indexOf(key) < index ? [duplicate(`${at}.key`, key)] : []),
			];
		}),
	];
}

function valueViolations(value: string, path: string, expressions: ExpressionsOfOne, stored: readonly AuditAnnotation[]): readonly Cause[] {
	const text = value.trim();
	if (text === '') return [required(path, 'valueExpression is not specified')];
	if (Buffer.byteLength(text) > longestValue) return [required(path, `must not exceed ${longestValue} bytes in length`)];
	return expressions.violations({
		text,
		path,
		shown: value,
		gives: [types.string, types.null],
		stored: stored.map((each) => each.valueExpression ?? ''),
	});
}
