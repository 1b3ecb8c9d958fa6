/** Validates a definition's schema: it must be structural, its defaults valid, and its rules must compile. */
import type { CustomResourceValidation } from '../../../generated/types/apiextensions/v1.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { type Cause, forbiddenField, invalidValue } from '../../model/cause.ts';
import { defaultViolations } from '../../schema/structural/default-values.ts';
import { type Demands, definitionViolations } from '../../schema/structural/definition-rules.ts';
import { expressionFindings, totalViolations } from '../../schema/structural/expressions.ts';
import { isStructured, type Props, readProps } from '../../schema/structural/props.ts';
import { structuralViolations } from '../../schema/structural/structural.ts';

export interface SchemaDemands extends Omit<Demands, 'defaults'> {
	readonly structural: boolean;
	readonly prunedDefaults: boolean;
}

/** Keywords allowed at the root of a schema with a status subresource. Others would not apply when the status is validated alone. */
const besideStatus =
	'Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations';

export function propsOf(validation: CustomResourceValidation | undefined, product: string): Props | undefined {
	const sent = validation?.openAPIV3Schema as JsonObject | undefined;
	return sent === undefined || sent === null ? undefined : readProps(sent, product);
}

export function schemaViolations(props: Props, path: string, hasStatus: boolean, demands: SchemaDemands, product: string): Cause[] {
	const at = `${path}.openAPIV3Schema`;
	const causes = [
		...(hasStatus ? statusViolations(props, at, product) : []),
		...(props.nullable ? [forbiddenField(`${at}.nullable`, 'nullable cannot be true at the root')] : []),
	];
	const isKnown = demands.structural && isStructured(props);
	const structural = isKnown ? structuralViolations(props, at, product) : [];
	// The root is an API object, whatever the schema declares for metadata.
	const root = { ...props, embedded: true };
	const defaults = isKnown && structural.length === 0 ? defaultViolations(root, at, demands.prunedDefaults) : [];
	causes.push(...structural, ...defaults);
	const findings = isKnown && structural.length === 0 && defaults.length === 0 ? expressionFindings() : undefined;
	const found = definitionViolations(root, at, { ...demands, defaults: true }, product, findings);
	causes.push(...found.schema, ...found.expressions);
	if (causes.length === 0 && demands.structural && typeof props.sent.$schema === 'string' && props.sent.$schema !== '')
		causes.push(invalidValue(at, '', "OpenAPIV3Schema 'schema' is not supported"));
	return findings === undefined ? causes : [...causes, ...totalViolations(findings, at, product)];
}

function statusViolations(props: Props, path: string, product: string): Cause[] {
	const allowed = new Set(besideStatus.split(' '));
	const name = (word: string): string => {
		const extension = word.startsWith(`x-${product}-`) ? `x-${word.slice(`x-${product}-`.length)}` : word;
		return extension.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
	};
	if (props.type !== undefined && props.type !== 'object')
		return [invalidValue(`${path}.type`, props.type, 'only "object" is allowed as the type at the root of the schema if the status subresource is enabled')];
	const wrong = Object.keys(props.sent).find((word) => !allowed.has(name(word)));
	const why = `only [${besideStatus}] fields are allowed at the root of the schema if the status subresource is enabled`;
	return wrong === undefined ? [] : [invalidValue(path, props.sent, why)];
}
