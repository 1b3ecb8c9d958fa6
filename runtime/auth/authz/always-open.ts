/** Health and version endpoints answer anyone. */
import type { Authorizer } from './authorizer.ts';

const open: ReadonlySet<string> = new Set(['/healthz', '/livez', '/readyz', '/version', '/version/']);
const openBelow = ['/healthz/', '/livez/', '/readyz/'];

export const alwaysOpen: Authorizer = ({ info, path }) => {
	if (info.isResource || (info.verb !== 'get' && info.verb !== 'head')) return 'no opinion';
	return open.has(path) || openBelow.some((prefix) => path.startsWith(prefix)) ? 'allow' : 'no opinion';
};
