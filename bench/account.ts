/** A service account for figures that must not be measured as administrator. A role of its namespace lets it work with ConfigMaps. */
import type { Answer } from '../test/setup/server.ts';

type Call = (method: string, path: string, body?: object) => Promise<Answer>;

/** Creates account and role, and returns a token. `groupDomain` is the domain of the server's group names. */
export async function tokenOfAccount(ask: Call, groupDomain: string): Promise<string> {
	const group = `rbac.authorization.${groupDomain}`;
	const rbac = `/apis/${group}/v1/namespaces/default`;
	const accounts = '/api/v1/namespaces/default/serviceaccounts';
	const made = async (path: string, object: object): Promise<Answer> => {
		const answer = await ask('POST', path, object);
		if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.text}`);
		return answer;
	};
	await made(accounts, { metadata: { name: 'working' } });
	const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch'];
	await made(`${rbac}/roles`, { metadata: { name: 'working' }, rules: [{ apiGroups: [''], resources: ['configmaps'], verbs }] });
	const subjects = [{ kind: 'ServiceAccount', namespace: 'default', name: 'working' }];
	await made(`${rbac}/rolebindings`, { metadata: { name: 'working' }, roleRef: { apiGroup: group, kind: 'Role', name: 'working' }, subjects });
	const { status } = (await made(`${accounts}/working/token`, { spec: {} })).json() as { status: { token: string } };
	return status.token;
}
