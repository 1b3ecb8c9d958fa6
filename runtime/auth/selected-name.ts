import type { ApiRequest } from '../api/request.ts';
import { verbRecord } from '../model/verb.ts';
import { nameWanted } from '../select/index.ts';

/**
 * The name to which a field selector restricts a list or a watch, which authorizers and the audit then take as one of that object
 * (seed 3, "RBAC", rule 4). Undefined: the request names an object itself, or selects otherwise.
 */
export function selectedName(request: Pick<ApiRequest, 'info' | 'query' | 'parameters'>): string | undefined {
	const { info, query } = request;
	if (!query.includes('elector') || !info.isResource || info.name !== '') return undefined;
	if (verbRecord(info.verb)?.options !== selecting || verbRecord(info.verb)?.reads !== true) return undefined;
	const name = nameWanted(request.parameters().get('fieldSelector') ?? '');
	return name !== undefined && isPathSegment(name) ? name : undefined;
}

/** The query parameters of verbs that select objects. */
export const selecting = 'meta/v1.ListOptions';

function isPathSegment(name: string): boolean {
	return name !== '' && name !== '.' && name !== '..' && !/[/%]/.test(name);
}
