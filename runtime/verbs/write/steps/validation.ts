/** Everything that is wrong with an object, at once: by the rules of metadata, of its schema, and of its kind. */
import { invalid } from '../../../api/errors.ts';
import type { JsonObject } from '../../../model/catalog.ts';
import { type Cause, isEnough, mostCauses } from '../../../model/cause.ts';
import { deepEqual } from '../../../model/equal.ts';
import { valueAtField } from '../../../schema/conversion/field-paths.ts';
import { causeInVersion, warningInVersion } from '../../../schema/conversion/version-causes.ts';
import { metadataText } from '../metadata/metadata.ts';
import { validateMetadata, validateMetadataUpdate } from '../metadata/rules.ts';
import { hookContext, type WriteScope } from '../scope.ts';
import type { Write } from './write.ts';

/** Warnings go to the scope. Throws ApiError Invalid. */
export function validate(write: Write): void {
	if (write.operation === 'DELETE') return;
	const { scope } = write;
	// Who is refused is not warned as well.
	const warned = scope.warnings.length;
	const stored = write.operation === 'CREATE' ? causesOfNew(write.object, scope) : causesOfChange(write.object, write.old, scope);
	const inVersion = stored.map((cause) => causeInVersion(cause, scope.resource));
	const causes = scope.resource.hasOwnRules ? [...inVersion, ...notBlamedYet(ownViolations(write), inVersion)] : inVersion;
	if (causes.length > 0) {
		scope.warnings.length = warned;
		throw invalid(scope.resource.kind.kind, scope.resource.version.group, metadataText(write.object, 'name'), causes);
	}
	for (let index = warned; index < scope.warnings.length; index++) scope.warnings[index] = warningInVersion(scope.warnings[index] ?? '', scope.resource);
}

function causesOfNew(object: JsonObject, scope: WriteScope): readonly Cause[] {
	const { kind, hooks } = scope.resource;
	const ofMetadata = validateMetadata(object, kind, scope.context.vocabulary.product);
	const ofTypes = [...ofMetadata, ...notBlamedYet(violations(scope, object), ofMetadata)];
	if (isEnough(ofTypes)) return ofTypes;
	return [...ofTypes, ...(hooks.validate?.(object, hookContext(scope)) ?? []), ...(hooks.validateCreate?.(object, hookContext(scope)) ?? [])];
}

function causesOfChange(object: JsonObject, old: JsonObject, scope: WriteScope): readonly Cause[] {
	const { hooks } = scope.resource;
	const warnOf = hooks.warnsOfUpdate?.(object, old, hookContext(scope));
	const ofMetadata = validateMetadataUpdate(object, old, scope.context.metadata, scope.context.vocabulary.product);
	const ofTypes = [...ofMetadata, ...notBlamedYet(violations(scope, object, old, warnOf), ofMetadata)];
	if (isEnough(ofTypes)) return ofTypes;
	return [...ofTypes, ...(hooks.validate?.(object, hookContext(scope)) ?? []), ...(hooks.validateUpdate?.(object, old, hookContext(scope)) ?? [])];
}

/** What the rules of the version of the request refuse, beyond what they would have refused of the object as it is: that stays writable. */
function ownViolations({ scope, object, old }: Write): readonly Cause[] {
	const { schema, fromStorage } = scope.resource;
	const shown = fromStorage(object);
	if (old === undefined) return schema.validate(shown);
	const before = fromStorage(old);
	const causes = schema.validate(shown, before);
	if (causes.length === 0) return causes;
	const wrong: ReadonlySet<string> = new Set(schema.validate(before).map(textOf));
	return causes.filter((cause) => !(wrong.has(textOf(cause)) && deepEqual(valueAtField(before, cause.field ?? ''), valueAtField(shown, cause.field ?? ''))));
}

/** The same for causes that say the same. */
function textOf({ reason, field, message }: Cause): string {
	return JSON.stringify([reason, field, message]);
}

/** What the schema refuses, but for what the kind passes over, and for values in selectors that are stored already: earlier releases took them. */
function violations(scope: WriteScope, object: JsonObject, old?: JsonObject, warnOf?: 'everything' | 'nothing'): readonly Cause[] {
	const { storageSchema, hooks, version } = scope.resource;
	// Whoever passes over some causes needs to see them all.
	const most = hooks.tolerates === undefined ? mostCauses : Number.POSITIVE_INFINITY;
	const causes = storageSchema.validate(object, old, warnOf === 'nothing' ? [] : scope.warnings, warnOf === 'everything', most);
	const isOld = old !== undefined && causes.some(isOfSelector);
	if (causes.length === 0 || (hooks.tolerates === undefined && !isOld)) return causes;
	const stored = old && { object: old, causes: storageSchema.validate(old) };
	const leniency = { version: version.version, ...(stored && { stored }) };
	const kept: ReadonlySet<string> = new Set(stored?.causes.filter(isOfSelector).map(textOf));
	return causes.filter((cause) => !kept.has(textOf(cause)) && hooks.tolerates?.(cause, object, leniency) !== true);
}

const isOfSelector = ({ field = '' }: Cause): boolean => /\.matchExpressions\[\d+\]\.values\[\d+\]$/.test(field);

/** The type of metadata has rules as well; a field is blamed once, by the rules of metadata, whose words clients know. */
function notBlamedYet(causes: readonly Cause[], before: readonly Cause[]): readonly Cause[] {
	if (causes.length === 0 || before.length === 0) return causes;
	const fields = new Set(before.map(({ field }) => field));
	return causes.filter(({ field }) => !fields.has(field));
}
