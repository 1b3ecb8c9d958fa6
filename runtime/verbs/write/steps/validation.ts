/** Validation of an object by the rules of metadata, of its schema and of its kind; all violations are reported together. */
import { invalid } from '../../../api/errors.ts';
import { withKubernetesPaths } from '../../../api/field-paths.ts';
import type { JsonObject } from '../../../model/catalog.ts';
import { type Cause, invalidValue, isEnough, mostCauses } from '../../../model/cause.ts';
import { deepEqual } from '../../../model/equal.ts';
import { valueAtField } from '../../../schema/conversion/field-paths.ts';
import { causeInVersion, joinCauses, warningInVersion } from '../../../schema/conversion/version-causes.ts';
import { besides, hasExpressions, type Misfit } from '../../../schema/misfit.ts';
import { metadataText } from '../metadata/metadata.ts';
import { validateMetadata, validateMetadataUpdate } from '../metadata/rules.ts';
import { hookContext, type WriteScope } from '../scope.ts';
import type { Write } from './write.ts';

/** Validates the object. Zeros replace `misfits` in it. Warnings go to the scope. Throws ApiError Invalid. */
export function validate(write: Write, misfits: readonly Misfit[] = []): void {
	if (write.operation === 'DELETE') return;
	const { scope } = write;
	// A refused request gets no warnings.
	const warned = scope.warnings.length;
	const checking = { scope, withoutExpressions: misfits.length > 0 };
	const stored = write.operation === 'CREATE' ? causesOfNew(write.object, checking) : causesOfChange(write.object, write.old, checking);
	const inVersion = stored.map((cause) => causeInVersion(cause, scope.resource));
	const ofRules = scope.resource.hasOwnRules ? joinCauses(inVersion, ownViolations(write, checking)) : inVersion;
	const causes = misfits.length > 0 ? [...misfits.flatMap((misfit) => misfit.causes), ...besides(misfits, ofRules), ...unchecked(scope)] : ofRules;
	if (causes.length > 0) {
		scope.warnings.length = warned;
		const told = withKubernetesPaths(causes, scope.resource.isCustom, scope.context.catalog.release);
		throw invalid(scope.resource.kind.kind, scope.resource.version.group, metadataText(write.object, 'name'), told);
	}
	for (let index = warned; index < scope.warnings.length; index++) scope.warnings[index] = warningInVersion(scope.warnings[index] ?? '', scope.resource);
}

interface ValidationContext {
	readonly scope: WriteScope;
	/** True when zeros replace values that were sent: expressions and hooks then do not see the object. */
	readonly withoutExpressions: boolean;
}

/** Reports that expressions were skipped, if the kind has any. */
function unchecked({ resource }: WriteScope): readonly Cause[] {
	if (!hasExpressions(resource.schema.consistsOf())) return [];
	const why = 'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';
	return [invalidValue('<nil>', null, why)];
}

function causesOfNew(object: JsonObject, checking: ValidationContext): readonly Cause[] {
	const { scope } = checking;
	const { kind, hooks } = scope.resource;
	const ofMetadata = validateMetadata(object, kind, scope.context.vocabulary.product);
	const ofTypes = [...ofMetadata, ...notBlamedYet(violations(checking, object), ofMetadata)];
	if (isEnough(ofTypes) || checking.withoutExpressions) return ofTypes;
	return [...ofTypes, ...(hooks.validate?.(object, hookContext(scope)) ?? []), ...(hooks.validateCreate?.(object, hookContext(scope)) ?? [])];
}

function causesOfChange(object: JsonObject, old: JsonObject, checking: ValidationContext): readonly Cause[] {
	const { scope } = checking;
	const { hooks } = scope.resource;
	const warnOf = hooks.updateWarnings?.(object, old, hookContext(scope));
	const ofMetadata = validateMetadataUpdate(object, old, scope.context.metadata, scope.context.vocabulary.product);
	const ofTypes = [...ofMetadata, ...notBlamedYet(violations(checking, object, old, warnOf), ofMetadata)];
	if (isEnough(ofTypes) || checking.withoutExpressions) return ofTypes;
	return [...ofTypes, ...(hooks.validate?.(object, hookContext(scope)) ?? []), ...(hooks.validateUpdate?.(object, old, hookContext(scope)) ?? [])];
}

/**
 * Returns violations of the rules of the request's version. Those of unchanged values in the stored object are tolerated, so that the
 * object stays writable.
 */
function ownViolations({ object, old }: Write, { scope, withoutExpressions }: ValidationContext): readonly Cause[] {
	const { schema, fromStorage } = scope.resource;
	const shown = fromStorage(object);
	if (old === undefined) return schema.validate(shown, undefined, { withoutExpressions });
	const before = fromStorage(old);
	const causes = schema.validate(shown, before, { withoutExpressions });
	if (causes.length === 0) return causes;
	const wrong: ReadonlySet<string> = new Set(schema.validate(before).map(textOf));
	return causes.filter((cause) => !(wrong.has(textOf(cause)) && deepEqual(valueAtField(before, cause.field ?? ''), valueAtField(shown, cause.field ?? ''))));
}

/** Returns a text by which equal causes compare as equal. */
function textOf({ reason, field, message }: Cause): string {
	return JSON.stringify([reason, field, message]);
}

/**
 * Returns schema violations without those that the kind tolerates. Values already stored in selectors are also tolerated, since earlier
 * releases accepted them.
 */
function violations(
	{ scope, withoutExpressions }: ValidationContext,
	object: JsonObject,
	old?: JsonObject,
	warnOf?: 'everything' | 'nothing',
): readonly Cause[] {
	const { storageSchema, hooks, version } = scope.resource;
	// A kind that tolerates causes needs to see all of them.
	const most = hooks.tolerates === undefined ? mostCauses : Number.POSITIVE_INFINITY;
	const warnings = warnOf === 'nothing' ? [] : scope.warnings;
	const causes = storageSchema.validate(object, old, { warnings, warnAnew: warnOf === 'everything', most, withoutExpressions });
	const isOld = old !== undefined && causes.some(isOfSelector);
	if (causes.length === 0 || (hooks.tolerates === undefined && !isOld)) return causes;
	const stored = old && { object: old, causes: storageSchema.validate(old) };
	const leniency = { version: version.version, ...(stored && { stored }) };
	const kept: ReadonlySet<string> = new Set(stored?.causes.filter(isOfSelector).map(textOf));
	return causes.filter((cause) => !kept.has(textOf(cause)) && hooks.tolerates?.(cause, object, leniency) !== true);
}

const isOfSelector = ({ field = '' }: Cause): boolean => /\.matchExpressions\[\d+\]\.values\[\d+\]$/.test(field);

/** Reports each field once. Metadata rules win over ObjectMeta's schema because clients expect their wording. */
function notBlamedYet(causes: readonly Cause[], before: readonly Cause[]): readonly Cause[] {
	if (causes.length === 0 || before.length === 0) return causes;
	const fields = new Set(before.map(({ field }) => field));
	return causes.filter(({ field }) => !fields.has(field));
}
