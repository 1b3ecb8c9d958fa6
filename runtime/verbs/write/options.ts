/** Query parameters of writes: dryRun, fieldManager, fieldValidation, force (seed 1, "Query parameters"). */
import type { PatchOptions as GivenOptions } from '../../../generated/types/meta/v1.ts';
import { invalid } from '../../api/errors.ts';
import type { ApiRequest } from '../../api/request.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { type Cause, required } from '../../model/cause.ts';
import { type Verb, verbRecords } from '../../model/verb.ts';
import type { FieldValidation } from '../body.ts';
import type { WriteContext } from '../contract.ts';
import { managerViolations } from '../ownership/manager-name.ts';

export interface WriteOptions {
	/** Options as sent. */
	readonly given?: JsonObject;
	readonly dryRun: boolean;
	readonly fieldManager: string;
	readonly fieldValidation: FieldValidation;
}

export interface ApplyOptions extends WriteOptions {
	/** True to take over fields of other managers on conflict. */
	readonly force: boolean;
}

const validations: readonly string[] = ['Ignore', 'Warn', 'Strict'];
const unset: WriteOptions = { dryRun: false, fieldManager: '', fieldValidation: 'Warn' };
const unvalidated: WriteOptions = { ...unset, fieldValidation: 'Ignore' };

/** Reads the options. Throws ApiError Invalid that names every invalid value, and BadRequest for an unreadable one. */
export function writeOptions(request: ApiRequest, verb: Verb, context: WriteContext): WriteOptions {
	if (request.query === '') return validates(context) ? unset : unvalidated;
	const { given, options, causes } = read(request, verb, context);
	if (given.force !== undefined) causes.unshift(forceForbidden);
	refuse(causes, verb, context);
	return options;
}

/** Reads the options of an apply. Throws like `writeOptions`. */
export function applyOptions(request: ApiRequest, context: WriteContext): ApplyOptions {
	const { given, options, causes } = read(request, 'patch', context);
	if (options.fieldManager === '') causes.unshift(managerRequired);
	refuse(causes, 'patch', context);
	return { ...options, force: given.force === true };
}

interface Read {
	readonly given: GivenOptions;
	readonly options: WriteOptions;
	readonly causes: Cause[];
}

function read(request: ApiRequest, verb: Verb, context: WriteContext): Read {
	const given: GivenOptions = context.options.of(verbRecords[verb].options)(request.parameters());
	const { dryRun = [], fieldManager = '', fieldValidation = '' } = given;
	const causes = [...managerViolations(fieldManager, 'fieldManager'), ...dryRunViolations(dryRun), ...validationViolations(fieldValidation)];
	const asked = fieldValidation === '' ? 'Warn' : (fieldValidation as FieldValidation);
	return {
		given,
		options: { given: given as JsonObject, dryRun: dryRun.length > 0, fieldManager, fieldValidation: validates(context) ? asked : 'Ignore' },
		causes,
	};
}

function refuse(causes: readonly Cause[], verb: Verb, { vocabulary }: WriteContext): void {
	const type = verbRecords[verb].options;
	if (causes.length > 0) throw invalid(type.slice(type.lastIndexOf('.') + 1), `meta.${vocabulary.groupDomain}`, '', causes);
}

function validates({ catalog }: WriteContext): boolean {
	return catalog.closedGates?.has('ServerSideFieldValidation') !== true;
}

const forceForbidden: Cause = { reason: 'FieldValueForbidden', field: 'force', message: 'Forbidden: may not be specified for non-apply patch' };
const managerRequired: Cause = required('fieldManager', 'is required for apply patch');

export function dryRunViolations(values: readonly string[]): Cause[] {
	if (values.every((value) => value === 'All')) return [];
	return [{ reason: 'FieldValueNotSupported', field: 'dryRun', message: `Unsupported value: ${JSON.stringify(values)}: supported values: "All"` }];
}

function validationViolations(value: string): Cause[] {
	if (value === '' || validations.includes(value)) return [];
	const supported = '"", "Ignore", "Strict", "Warn"';
	return [
		{ reason: 'FieldValueNotSupported', field: 'fieldValidation', message: `Unsupported value: ${JSON.stringify(value)}: supported values: ${supported}` },
	];
}
