/** Validates an object by the rules of metadata, of its schema and of its kind. All violations are reported together. */
import { invalid } from '../../../api/errors.ts';
import { withKubernetesPaths } from '../../../api/field-paths.ts';
import type { JsonObject } from '../../../model/catalog.ts';
import { type Cause, invalidValue, isEnough, mostCauses } from '../../../model/cause.ts';
import { deepEqual } from '../../../model/equal.ts';
import type { CompiledType } from '../../../schema/compiled.ts';
import { valueAtField } from '../../../schema/conversion/field-paths.ts';
import { causeInVersion, joinCauses, warningInVersion } from '../../../schema/conversion/version-causes.ts';
import { besides, hasExpressions, type Misfit } from '../../../schema/misfit.ts';
import type { ServedResource } from '../../../serving/resource.ts';
import { metadataText } from '../../metadata/metadata.ts';
import { validateMetadata, validateMetadataUpdate, warnOfShortFinalizers } from '../../metadata/rules.ts';
import { hookContext, type WriteScope } from '../scope.ts';
import type { Write } from './write.ts';

/** Validates the object. Zeros have replaced `misfits` in it. Adds warnings to the scope. Throws ApiError Invalid. */
export function validate(write: Write, misfits: readonly Misfit[] = []): void {
	if (write.operation === 'DELETE') return;
	const { scope } = write;
	// An answer that refuses the request has no warnings.
	const warned = scope.warnings.length;
	const sentWarnings: string[] = [];
	const checking = { scope, sentWarnings, withoutExpressions: misfits.length > 0 };
	const inVersion = write.operation === 'CREATE' ? causesOfNew(write.object, checking) : causesOfChange(write.object, write.old, checking);
	const ofRules = scope.resource.rules === 'both' ? joinCauses(inVersion, sentViolations(checking, write.object, write.old)) : inVersion;
	const causes = misfits.length > 0 ? [...misfits.flatMap((misfit) => misfit.causes), ...besides(misfits, ofRules), ...unchecked(scope)] : ofRules;
	if (causes.length > 0) {
		scope.warnings.length = warned;
		const told = withKubernetesPaths(causes, scope.resource.isCustom, scope.context.catalog.release);
		throw invalid(scope.resource.kind.kind, scope.resource.version.group, metadataText(write.object, 'name'), told);
	}
	for (let index = warned; index < scope.warnings.length; index++) scope.warnings[index] = warningInVersion(scope.warnings[index] ?? '', scope.resource);
	scope.warnings.splice(warned, 0, ...sentWarnings);
}

interface ValidationContext {
	readonly scope: WriteScope;
	/** Warnings of the rules of the sent version, which already use its field names. */
	readonly sentWarnings: string[];
	/** True when zeros replace sent values. Expressions and hooks then do not run. */
	readonly withoutExpressions: boolean;
}

/** Reports that expressions were not evaluated, if the kind has any. */
function unchecked({ resource }: WriteScope): readonly Cause[] {
	if (!hasExpressions(resource.schema.consistsOf())) return [];
	const why = 'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';
	return [invalidValue('<nil>', null, why)];
}

/** Returns the causes with the field names of the request's version. */
function causesOfNew(object: JsonObject, checking: ValidationContext): readonly Cause[] {
	const { scope } = checking;
	const { kind, hooks } = scope.resource;
	const { product } = scope.context.vocabulary;
	if (kind.defined === true) warnOfShortFinalizers(object, undefined, product, scope.warnings);
	const ofMetadata = validateMetadata(object, kind, product);
	const ofTypes = [...ofMetadata, ...notBlamedYet(violations(checking, object), ofMetadata)];
	if (isEnough(ofTypes) || checking.withoutExpressions) return ofTypes;
	const ofHooks = [...(hooks.validate?.(object, hookContext(scope)) ?? []), ...(hooks.validateCreate?.(object, hookContext(scope)) ?? [])];
	return [...ofTypes, ...inVersionOf(scope, ofHooks)];
}

function causesOfChange(object: JsonObject, old: JsonObject, checking: ValidationContext): readonly Cause[] {
	const { scope } = checking;
	const { kind, hooks } = scope.resource;
	const { product } = scope.context.vocabulary;
	if (kind.defined === true) warnOfShortFinalizers(object, old, product, scope.warnings);
	const warnOf = hooks.updateWarnings?.(object, old, hookContext(scope));
	const ofMetadata = validateMetadataUpdate(object, old, { ...scope.context.metadata, kind, product });
	const ofTypes = [...ofMetadata, ...notBlamedYet(violations(checking, object, old, warnOf), ofMetadata)];
	if (isEnough(ofTypes) || checking.withoutExpressions) return ofTypes;
	const ofHooks = [...(hooks.validate?.(object, hookContext(scope)) ?? []), ...(hooks.validateUpdate?.(object, old, hookContext(scope)) ?? [])];
	return [...ofTypes, ...inVersionOf(scope, ofHooks)];
}

function inVersionOf({ resource }: WriteScope, causes: readonly Cause[]): readonly Cause[] {
	return causes.map((cause) => causeInVersion(cause, resource));
}

/** Reasons of violations after which Kubernetes evaluates no expression of a definition. */
const blocking: ReadonlySet<string> = new Set([
	'FieldValueNotSupported',
	'FieldValueRequired',
	'FieldValueTooLong',
	'FieldValueTooMany',
	'FieldValueTypeInvalid',
]);

/** Returns all violations. Expressions of a defined kind count only for an object without violations that would mislead them. */
function violations(checking: ValidationContext, object: JsonObject, old?: JsonObject, warnOf?: UpdateWarnings): readonly Cause[] {
	const causes = violationsInForce(checking, object, old, warnOf);
	const { kind } = checking.scope.resource;
	const isBlocked = (all: readonly Cause[]): boolean => all.some(({ reason }) => blocking.has(reason));
	if (kind.defined !== true || checking.withoutExpressions || !isBlocked(causes)) return causes;
	const note = unchecked(checking.scope);
	if (note.length === 0) return causes;
	const others = violationsInForce({ ...checking, sentWarnings: [], withoutExpressions: true }, object, old, 'nothing');
	return isBlocked(others) ? [...others, ...note] : causes;
}

/** Returns the violations of the rules that hold for the request's version, with the field names of that version. */
function violationsInForce(checking: ValidationContext, object: JsonObject, old?: JsonObject, warnOf?: UpdateWarnings): readonly Cause[] {
	const { rules } = checking.scope.resource;
	return rules === 'sent' ? sentViolations(checking, object, old, warnOf) : inVersionOf(checking.scope, storageViolations(checking, object, old, warnOf));
}

type UpdateWarnings = 'everything' | 'nothing' | undefined;

/** Returns the violations of the rules of the request's version. Both objects are in the storage version. */
function sentViolations(
	{ scope, sentWarnings, withoutExpressions }: ValidationContext,
	object: JsonObject,
	old?: JsonObject,
	warnOf?: UpdateWarnings,
): readonly Cause[] {
	const { schema, fromStorage, rules } = scope.resource;
	const shown = fromStorage(object);
	const before = old && fromStorage(old);
	// A value that the storage version lacks counts as its default, as when it was sent.
	for (const each of rules === 'sent' ? [shown, before] : []) if (each !== undefined) schema.applyDefaults(each);
	const warnings = rules === 'both' || warnOf === 'nothing' ? [] : sentWarnings;
	const causes = schema.validate(shown, before, { warnings, warnAnew: warnOf === 'everything', most: mostCauses, withoutExpressions });
	const changed = before === undefined ? causes : withoutUnchanged(causes, schema, before, shown);
	return [...changed, ...notBlamedYet(missing(scope.resource, object, old), changed)];
}

/** Returns the required fields that are shown with a value only because they are absent; a write has to state them once. */
function missing({ withoutFilled, schema }: ServedResource, object: JsonObject, old?: JsonObject): readonly Cause[] {
	if (withoutFilled === undefined) return [];
	const [after, before] = [withoutFilled(object), old && withoutFilled(old)];
	const causes = schema.validate(after, before, { most: mostCauses }).filter(({ reason }) => reason === 'FieldValueRequired');
	return before === undefined ? causes : withoutUnchanged(causes, schema, before, after);
}

/**
 * Leaves out violations of unchanged values that the existing object already has. Another version may have accepted them, and the object
 * stays writable.
 */
function withoutUnchanged(causes: readonly Cause[], schema: CompiledType, before: JsonObject, after: JsonObject): readonly Cause[] {
	if (causes.length === 0) return causes;
	const wrong: ReadonlySet<string> = new Set(schema.validate(before).map(textOf));
	return causes.filter((cause) => !(wrong.has(textOf(cause)) && deepEqual(valueAtField(before, cause.field ?? ''), valueAtField(after, cause.field ?? ''))));
}

/** Returns a text that is the same for equal causes. */
function textOf({ reason, field, message }: Cause): string {
	return JSON.stringify([reason, field, message]);
}

/**
 * Returns violations of the storage version's rules without those that the kind tolerates. Values already stored in selectors are also
 * tolerated, since earlier releases accepted them.
 */
function storageViolations({ scope, withoutExpressions }: ValidationContext, object: JsonObject, old?: JsonObject, warnOf?: UpdateWarnings): readonly Cause[] {
	const { storageSchema, hooks, version, toleratesUnchanged } = scope.resource;
	// A kind that tolerates causes must see all of them.
	const most = hooks.tolerates === undefined ? mostCauses : Number.POSITIVE_INFINITY;
	const warnings = warnOf === 'nothing' ? [] : scope.warnings;
	const causes = storageSchema.validate(object, old, { warnings, warnAnew: warnOf === 'everything', most, withoutExpressions });
	if (toleratesUnchanged && old !== undefined) return withoutUnchanged(causes, storageSchema, old, object);
	const isOld = old !== undefined && causes.some(isOfSelector);
	if (causes.length === 0 || (hooks.tolerates === undefined && !isOld)) return causes;
	const stored = old && { object: old, causes: storageSchema.validate(old) };
	const leniency = { version: version.version, ...(stored && { stored }) };
	const kept: ReadonlySet<string> = new Set(stored?.causes.filter(isOfSelector).map(textOf));
	return causes.filter((cause) => !kept.has(textOf(cause)) && hooks.tolerates?.(cause, object, leniency) !== true);
}

const isOfSelector = ({ field = '' }: Cause): boolean => /\.matchExpressions\[\d+\]\.values\[\d+\]$/.test(field);

/** Drops causes for fields that already have one. Metadata rules win over ObjectMeta's schema, because clients expect their wording. */
function notBlamedYet(causes: readonly Cause[], before: readonly Cause[]): readonly Cause[] {
	if (causes.length === 0 || before.length === 0) return causes;
	const fields = new Set(before.map(({ field }) => field));
	return causes.filter(({ field }) => !fields.has(field));
}
