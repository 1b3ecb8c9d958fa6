/** ValidatingAdmissionPolicy and its binding: what they are about, and what is said. Expressions are kept as they are. */
import type {
	AuditAnnotation,
	MatchResources,
	ParamKind,
	ParamRef,
	ValidatingAdmissionPolicy,
	ValidatingAdmissionPolicyBinding,
	Validation,
	Variable,
} from '../../../generated/types/admissionregistration/v1.ts';
import type { KindHooks } from '../../api/hooks.ts';
import { type Cause, duplicate, forbiddenField, invalidValue, notSupported, required } from '../../model/cause.ts';
import { checkDnsLabel1035, checkDnsSubdomain, checkPathSegment, checkQualifiedName } from '../../scalars/formats.ts';
import { conditionViolations } from '../webhooks/conditions.ts';
import { ruleViolations } from '../webhooks/rules.ts';

const mostAnnotations = 20;
const longestValue = 5 * 1024;
const reasons = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];

export const validatingAdmissionPolicyHooks: KindHooks<ValidatingAdmissionPolicy> = {
	keptMetadata: { status: ['labels', 'annotations', 'finalizers', 'ownerReferences', 'deletionTimestamp'] },
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

function paramText(ref: ParamRef | undefined): string {
	if (ref?.name) return `${ref.namespace || '*'}/${ref.name}`;
	return ref?.selector === undefined ? '<unset>' : JSON.stringify(ref.selector);
}

function paramRefViolations({ name = '', selector, parameterNotFoundAction: action = '' }: ParamRef, path: string): Cause[] {
	const exclusive = 'name and selector are mutually exclusive';
	const isBoth = name !== '' && selector !== undefined;
	const at = `${path}.parameterNotFoundAction`;
	return [
		...(name === '' ? [] : checkPathSegment(name).map((why) => invalidValue(`${path}.name`, name, why))),
		...(isBoth ? [forbiddenField(`${path}.name`, exclusive), forbiddenField(`${path}.selector`, exclusive)] : []),
		...(name === '' && selector === undefined ? [required(path, 'one of name or selector must be specified')] : []),
		...(action === '' ? [required(at)] : ['Deny', 'Allow'].includes(action) ? [] : [notSupported(at, action, ['Deny', 'Allow'])]),
	];
}

function paramKindViolations({ apiVersion = '', kind = '' }: ParamKind, path: string): Cause[] {
	const ofKind = checkDnsLabel1035(kind.toLowerCase());
	return [
		...apiVersionViolations(apiVersion, `${path}.apiVersion`),
		...(kind === '' ? [required(`${path}.kind`)] : []),
		...(kind !== '' && ofKind.length > 0 ? [invalidValue(`${path}.kind`, kind, `may have mixed case, but should otherwise match: ${ofKind.join(',')}`)] : []),
	];
}

function apiVersionViolations(apiVersion: string, path: string): Cause[] {
	if (apiVersion === '') return [required(path)];
	const parts = apiVersion.split('/');
	if (parts.length > 2) return [invalidValue(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
	const version = parts.at(-1) ?? '';
	const group = parts.length === 2 ? (parts[0] ?? '') : '';
	const ofGroup = group === '' ? [] : checkDnsSubdomain(group);
	const ofVersion = version === '' ? [] : checkDnsLabel1035(version);
	return [
		...(ofGroup.length > 0 ? [invalidValue(path, group, ofGroup.join(','))] : []),
		...(version === '' ? [invalidValue(path, apiVersion, 'version must be specified')] : []),
		...(ofVersion.length > 0 ? [invalidValue(path, version, ofVersion.join(','))] : []),
	];
}

function constraintViolations(constraints: MatchResources | undefined, path: string): Cause[] {
	if (constraints === undefined) return [required(path)];
	return [...matchViolations(constraints, path), ...((constraints.resourceRules ?? []).length === 0 ? [required(`${path}.resourceRules`)] : [])];
}

function matchViolations({ resourceRules = [], excludeResourceRules = [] }: MatchResources, path: string): Cause[] {
	const placed = [
		...resourceRules.map((rule, index) => ({ rule, at: `${path}.resourceRules[${index}]` })),
		...excludeResourceRules.map((rule, index) => ({ rule, at: `${path}.excludeResourceRules[${index}]` })),
	];
	return placed.flatMap(({ rule, at }) => {
		const names = rule.resourceNames ?? [];
		const ofNames = names.flatMap((name, index) => [
			...checkPathSegment(name).map((why) => invalidValue(`${at}.resourceNames[${index}]`, name, why)),
			...(names.indexOf(name) < index ? [duplicate(`${at}.resourceNames[${index}]`, name)] : []),
		]);
		return [...ofNames, ...ruleViolations(rule, at)];
	});
}

const identifier = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
const words = 'true false null in as break const continue else for function if import let loop package namespace return var void while';
const reserved: ReadonlySet<string> = new Set(words.split(' '));

function variableViolations({ name = '', expression = '' }: Variable, path: string): Cause[] {
	const isName = identifier.test(name) && !reserved.has(name);
	return [
		...(name.trim() === '' ? [required(`${path}.name`, 'name is not specified')] : []),
		...(name.trim() !== '' && !isName ? [invalidValue(`${path}.name`, name, 'must be a valid CEL identifier')] : []),
		...(expression.trim() === '' ? [required(`${path}.expression`, 'expression is not specified')] : []),
	];
}

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
