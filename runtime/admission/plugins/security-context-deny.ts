/**
 * SecurityContextDeny: refuses pods that set users, groups or SELinux options (seed 3, "Built-in admission plugins"). PodSecurity replaces
 * it.
 */
import type { Container, Pod, PodSpec } from '../../../generated/types/core/v1.ts';
import { compareReleases } from '../../model/release.ts';
import type { AdmissionPlugin } from '../contract.ts';
import { earliest } from '../enabled.ts';
import { refused } from '../forbidden-error.ts';

const gate = 'SecurityContextDeny';

export const securityContextDeny: AdmissionPlugin = {
	name: 'SecurityContextDeny',
	exists: { from: earliest, before: '1.30' },
	onByDefault: 'never',
	operations: ['CREATE', 'UPDATE'],
	only: () => ['pods'],
	start({ gates, release }) {
		const needsGate = compareReleases(release, '1.27') >= 0;
		if (needsGate && gates.get(gate) !== true)
			throw new Error(`--enable-admission-plugins: SecurityContextDeny needs --feature-gates ${gate}=true in this release`);
		return {
			validate(request) {
				if (request.subresource !== '') return;
				const { spec } = request.object as unknown as Pod;
				const field = spec && forbiddenField(spec);
				if (field !== undefined) throw refused(request, `${field} is forbidden`);
			},
		};
	},
};

/** Returns the first forbidden field, in the order and with the message of kube-apiserver. */
function forbiddenField({ securityContext, initContainers = [], containers }: PodSpec): string | undefined {
	if (securityContext?.supplementalGroups !== undefined) return 'pod.Spec.SecurityContext.SupplementalGroups';
	if (securityContext?.seLinuxOptions !== undefined) return 'pod.Spec.SecurityContext.SELinuxOptions';
	if (securityContext?.runAsUser !== undefined) return 'pod.Spec.SecurityContext.RunAsUser';
	if (securityContext?.fsGroup !== undefined) return 'pod.Spec.SecurityContext.FSGroup';
	for (const container of [...initContainers, ...containers]) {
		const field = forbiddenInContainer(container);
		if (field !== undefined) return field;
	}
	return undefined;
}

function forbiddenInContainer({ securityContext }: Container): string | undefined {
	if (securityContext?.seLinuxOptions !== undefined) return 'SecurityContext.SELinuxOptions';
	return securityContext?.runAsUser === undefined ? undefined : 'SecurityContext.RunAsUser';
}
