/** Answer of a delete that shows no object: a Status that reports success. */
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { WriteContext } from '../contract.ts';

export function respondSuccess(
	context: WriteContext,
	request: ApiRequest,
	{ code, details }: { readonly code?: number; readonly details: JsonObject },
): ApiResponse {
	const status: JsonObject = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details, ...(code === undefined ? {} : { code }) };
	return context.formats.status.answer(request, 200, status);
}
