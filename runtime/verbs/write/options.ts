/** The query parameters of writes: dryRun, fieldManager, fieldValidation, force (seed 1, "Query parameters"). */
import type { PatchOptions as GivenOptions } from '../../../generated/types/meta/v1.ts';
import { invalid } from '../../api/errors.ts';
import type { ApiRequest } from '../../api/request.ts';
import type { Cause } from '../../model/cause.ts';
import { type Verb, verbRecords } from '../../model/verb.ts';
import type { WriteContext } from '../contract.ts';

export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

export interface WriteOptions {
	readonly dryRun: boolean;
	readonly fieldManager: string;
	readonly fieldValidation: FieldValidation;
}

/** The longest name of a manager: it is repeated in every object that the manager writes. */
const longestManager = 128;
const validations: readonly string[] = ['Ignore', 'Warn', 'Strict'];
const unset: WriteOptions = { dryRun: false, fieldManager: '', fieldValidation: 'Warn' };
const unvalidated: WriteOptions = { ...unset, fieldValidation: 'Ignore' };

/** Throws ApiError Invalid naming every bad value, BadRequest for one that cannot be read. */
export function writeOptions(request: ApiRequest, verb: Verb, { options, vocabulary, catalog }: WriteContext): WriteOptions {
	const validates = catalog.closedGates?.has('ServerSideFieldValidation') !== true;
	if (request.query === '') return validates ? unset : unvalidated;
	const type = verbRecords[verb].options;
	const given: GivenOptions = options.of(type)(request.parameters());
	const { dryRun = [], fieldManager = '', fieldValidation = '' } = given;
	const causes = [
		...(given.force === undefined ? [] : [forceForbidden]),
		...managerViolations(fieldManager),
		...dryRunViolations(dryRun),
		...validationViolations(fieldValidation),
	];
	if (causes.length > 0) throw invalid(type.slice(type.lastIndexOf('.') + 1), `meta.${vocabulary.groupDomain}`, '', causes);
	const asked = fieldValidation === '' ? 'Warn' : (fieldValidation as FieldValidation);
	return { dryRun: dryRun.length > 0, fieldManager, fieldValidation: validates ? asked : 'Ignore' };
}

const forceForbidden: Cause = { reason: 'FieldValueForbidden', field: 'force', message: 'Forbidden: may not be specified for non-apply patch' };

function managerViolations(manager: string): Cause[] {
	const causes: Cause[] = [];
	if (Buffer.byteLength(manager) > longestManager) {
		causes.push({ reason: 'FieldValueTooLong', field: 'fieldManager', message: `Too long: must have at most ${longestManager} bytes` });
	}
	const position = manager.search(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u);
	if (position !== -1) {
		const code = (manager.codePointAt(position) ?? 0).toString(16).toUpperCase().padStart(4, '0');
		const why = `invalid character U+${code} (at position ${position})`;
		causes.push({ reason: 'FieldValueInvalid', field: 'fieldManager', message: `Invalid value: ${JSON.stringify(manager)}: ${why}` });
	}
	return causes;
}

export function dryRunViolations(values: readonly string[]): Cause[] {
	if (values.every((value) => value === 'All')) return [];
	const shown = `[]string{${values.map((value) => JSON.stringify(value)).join(', ')}}`;
	return [{ reason: 'FieldValueNotSupported', field: 'dryRun', message: `Unsupported value: ${shown}: supported values: "All"` }];
}

function validationViolations(value: string): Cause[] {
	if (value === '' || validations.includes(value)) return [];
	const supported = '"", "Ignore", "Strict", "Warn"';
	return [
		{ reason: 'FieldValueNotSupported', field: 'fieldValidation', message: `Unsupported value: ${JSON.stringify(value)}: supported values: ${supported}` },
	];
}
