/** Options that several verbs read: the resource version, and the content of the rows of a Table. */
import type { TableOptions } from '../../generated/types/meta/v1.ts';
import { ApiError } from '../api/errors.ts';
import type { ApiRequest } from '../api/request.ts';
import type { IncludeObject } from '../codec/served.ts';
import { show } from '../model/cause.ts';
import type { Revision } from '../storage/store.ts';
import type { AnswerContext } from './contract.ts';

/**
 * Parses a resource version. Versions are opaque to clients; here they are decimal. Returns undefined when unset. Throws ApiError
 * BadRequest.
 */
export function parseRevision(text: string): Revision | undefined {
	if (text === '') return undefined;
	if (!/^\d+$/.test(text)) throw unreadable(text, 'must be the resourceVersion of an earlier answer');
	// Versions are 64-bit integers. One beyond the exact range is only known to be newer than any version issued.
	if (text.length > 15 && (text.length > longestRevision || BigInt(text) > largestRevision)) throw unreadable(text, 'value out of range');
	return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}

const largestRevision = 2n ** 63n - 1n;
/** Maximum digits to parse; leading zeros are allowed. */
const longestRevision = 64;

function unreadable(text: string, why: string): ApiError {
	return new ApiError('BadRequest', `resourceVersion: Invalid value: ${show(text)}: ${why}`);
}

/** Returns the content of each Table row's object. Throws ApiError BadRequest. */
export function includeObject(request: ApiRequest, { options }: AnswerContext): IncludeObject {
	if (request.query === '') return 'Metadata';
	const { includeObject: text = '' }: TableOptions = options.of(tableOptions)(request.parameters());
	if (text === '') return 'Metadata';
	if (text === 'None' || text === 'Metadata' || text === 'Object') return text;
	throw new ApiError('BadRequest', `includeObject: Unsupported value: ${JSON.stringify(text)}: supported values: "None", "Metadata", "Object"`);
}

const tableOptions = 'meta/v1.TableOptions';
