/** Tests the fields that SecurityContextDeny refuses, and the gate that it needs in later releases. */
import { describe, expect, it } from 'vitest';
import { securityContextDeny } from '../../../runtime/admission/plugins/security-context-deny.ts';
import { refusal, requestOf, startPlugin } from './fixture.ts';

const c = (securityContext?: object): object => ({ name: 'c', ...(securityContext && { securityContext }) });

describe('SecurityContextDeny', () => {
	it.each<[name: string, spec: object, field: string | undefined]>([
		['nothing', { containers: [c()] }, undefined],
		['other fields', { securityContext: { runAsNonRoot: true, runAsGroup: 1 }, containers: [c({ privileged: true })] }, undefined],
		['supplemental groups', { securityContext: { supplementalGroups: [1], fsGroup: 1 }, containers: [c()] }, 'pod.Spec.SecurityContext.SupplementalGroups'],
		['SELinux options', { securityContext: { seLinuxOptions: {}, runAsUser: 1 }, containers: [c()] }, 'pod.Spec.SecurityContext.SELinuxOptions'],
		['a user', { securityContext: { runAsUser: 0, fsGroup: 1 }, containers: [c()] }, 'pod.Spec.SecurityContext.RunAsUser'],
		['a group of files', { securityContext: { fsGroup: 0 }, containers: [c()] }, 'pod.Spec.SecurityContext.FSGroup'],
		[
			'SELinux options of an init container',
			{ initContainers: [c({ seLinuxOptions: {} })], containers: [c({ runAsUser: 1 })] },
			'SecurityContext.SELinuxOptions',
		],
		['a user of a container', { containers: [c(), c({ runAsUser: 1 })] }, 'SecurityContext.RunAsUser'],
	])('of %s', async (_name, spec, field) => {
		const started = await startPlugin(securityContextDeny, { release: '1.25' });
		const request = requestOf({ object: { metadata: { name: 'p' }, spec } });
		expect(await refusal(started, request)).toBe(field && `403 pods "p" is forbidden: ${field} is forbidden`);
	});

	it('does not look at subresources', async () => {
		const started = await startPlugin(securityContextDeny, { release: '1.25' });
		const object = { metadata: { name: 'p' }, spec: { securityContext: { fsGroup: 0 }, containers: [] } };
		expect(await refusal(started, requestOf({ operation: 'UPDATE', object, old: object, subresource: 'status' }))).toBeUndefined();
	});

	it('needs its gate from 1.27 on', async () => {
		await expect(startPlugin(securityContextDeny, { release: '1.27', gates: { SecurityContextDeny: false } })).rejects.toThrow(
			'--enable-admission-plugins: SecurityContextDeny needs --feature-gates SecurityContextDeny=true in this release',
		);
		await startPlugin(securityContextDeny, { release: '1.27', gates: { SecurityContextDeny: true } });
	});
});
