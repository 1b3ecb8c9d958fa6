/** Debug tables of waiting requests, for people. A user needs permission to get their paths. */
import type { ApiRequest, ApiResponse } from '../../api/request.ts';
import { flowControlDumps } from '../../flowcontrol/dump.ts';
import type { FairShare } from '../../flowcontrol/fair-share.ts';
import { plainText } from '../in-flight.ts';

const prefix = '/debug/api_priority_and_fairness/';

/** `share`: undefined when priority and fairness is off. */
export function debugEndpoints(share: FairShare | undefined): (request: ApiRequest) => ApiResponse | undefined {
	return (request) => {
		const name = request.path.startsWith(prefix) ? request.path.slice(prefix.length) : '';
		const dump = Object.hasOwn(flowControlDumps, name) ? flowControlDumps[name] : undefined;
		if (share === undefined || dump === undefined) return undefined;
		return { status: 200, headers: plainText, body: dump(share, (request.parameters().get('includeRequestDetails') ?? '') !== '') };
	};
}
