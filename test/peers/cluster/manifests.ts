/** Objects that the tests of a cluster create. */

export interface Pod {
	readonly spec: {
		readonly serviceAccountName?: string;
		readonly volumes?: readonly object[];
		readonly tolerations?: readonly { readonly key?: string }[];
	};
}

const labels = (app: string): object => ({ metadata: { labels: { app } } });
const selector = (app: string): object => ({ selector: { matchLabels: { app } } });
const containers = (name: string, requests: object = {}): object => ({ containers: [{ name, image: name, resources: { requests } }] });

export const pod = (name: string, requests: object, priorityClassName: string): object => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: { name },
	spec: { ...containers(name, requests), priorityClassName },
});

export const deployment = (name: string, requests: object, replicas = 1): object => ({
	apiVersion: 'apps/v1',
	kind: 'Deployment',
	metadata: { name },
	spec: { replicas, ...selector(name), template: { ...labels(name), spec: containers(name, requests) } },
});

export const daemonSet = {
	apiVersion: 'apps/v1',
	kind: 'DaemonSet',
	metadata: { name: 'agent' },
	spec: { ...selector('agent'), template: { ...labels('agent'), spec: containers('agent') } },
};

export const volume = (index: number): object => ({
	apiVersion: 'v1',
	kind: 'PersistentVolume',
	metadata: { name: `volume-${index}` },
	spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: `/data/${index}` }, storageClassName: 'by-hand' },
});

export const statefulSet = {
	apiVersion: 'apps/v1',
	kind: 'StatefulSet',
	metadata: { name: 'db' },
	spec: {
		replicas: 3,
		serviceName: 'db',
		...selector('db'),
		template: { ...labels('db'), spec: { containers: [{ name: 'db', image: 'db', volumeMounts: [{ name: 'data', mountPath: '/data' }] }] } },
		volumeClaimTemplates: [
			{
				metadata: { name: 'data' },
				spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'by-hand', resources: { requests: { storage: '1Gi' } } },
			},
		],
	},
};

const jobTemplate = { spec: { restartPolicy: 'Never', ...containers('work') } };

export const job = (name: string, more: object): object => ({
	apiVersion: 'batch/v1',
	kind: 'Job',
	metadata: { name },
	spec: { completions: 3, parallelism: 2, template: jobTemplate, ...more },
});

export const cronJob = {
	apiVersion: 'batch/v1',
	kind: 'CronJob',
	metadata: { name: 'tick' },
	spec: { schedule: '* * * * *', jobTemplate: { spec: { template: jobTemplate } } },
};

const target = { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'busy' } };

export const autoscaler = {
	apiVersion: 'autoscaling/v2',
	kind: 'HorizontalPodAutoscaler',
	metadata: { name: 'busy' },
	spec: {
		...target,
		minReplicas: 1,
		maxReplicas: 4,
		metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } }],
		behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
	},
};

/** Returns the report of a metrics server about one pod. A window of no length makes it newer than the pod's readiness. */
export const podMetrics = (name: string, cpu: string): object => ({
	apiVersion: 'metrics.k8s.io/v1beta1',
	kind: 'PodMetrics',
	metadata: { name, labels: { app: 'busy' } },
	timestamp: new Date().toISOString().replace(/\.\d+/, ''),
	window: '0s',
	containers: [{ name: 'busy', usage: { cpu, memory: '1Mi' } }],
});

export const budget = {
	apiVersion: 'policy/v1',
	kind: 'PodDisruptionBudget',
	metadata: { name: 'calm' },
	spec: { maxUnavailable: 1, ...selector('calm') },
};

export const priorityClass = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'urgent' }, value: 1000 };

export const quota = (pods: number): object => ({
	apiVersion: 'v1',
	kind: 'ResourceQuota',
	metadata: { name: 'few' },
	spec: { hard: { pods: `${pods}` } },
});
