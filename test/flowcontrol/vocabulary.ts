import type { Vocabulary } from '../../runtime/model/vocabulary.ts';

export const kubernetes: Vocabulary = {
	name: 'kubernetes',
	product: 'kubernetes',
	groupDomain: 'k8s.io',
	labelDomain: 'kubernetes.io',
	shortPrefix: 'kube',
	nodeAgent: 'kubelet',
	cliName: 'kubectl',
};
