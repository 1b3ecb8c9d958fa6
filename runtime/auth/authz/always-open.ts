/** Health and version endpoints answer anyone. */
import { allowed, noOpinion } from '../../api/authorization.ts';
import type { AuthorizerRow } from './contract.ts';

const open: ReadonlySet<string> = new Set(['/healthz', '/livez', '/readyz', '/version', '/version/']);
const openBelow = ['/healthz/', '/livez/', '/readyz/'];
const verbs = ['get', 'head'];

export const alwaysOpen: AuthorizerRow = {
	name: 'AlwaysOpen',
	used: 'always',
	start: () => ({
		authorize({ info, path }) {
			if (info.isResource || !verbs.includes(info.verb)) return noOpinion;
			return open.has(path) || openBelow.some((prefix) => path.startsWith(prefix)) ? allowed : noOpinion;
		},
		rulesFor: () => ({ rules: [{ verbs, paths: [...open, ...openBelow.map((prefix) => `${prefix}*`)] }], incomplete: false }),
	}),
};
