/** `/version`. */
import type { ApiResponse } from '../../api/request.ts';
import type { VersionDocument } from '../../documents/version.ts';

export function versionResponse(document: VersionDocument): ApiResponse {
	return { status: 200, headers: { 'content-type': 'application/json' }, body: `${JSON.stringify(document, undefined, 2)}` };
}
