/** What the behaviour of pods looks at. */
export interface ContainerState {
	readonly waiting?: { readonly reason?: string };
	readonly running?: object;
	readonly terminated?: { readonly exitCode?: number; readonly signal?: number; readonly reason?: string; readonly finishedAt?: string | null };
}

export interface ContainerStatus {
	readonly restartCount?: number;
	readonly ready?: boolean;
	readonly state?: ContainerState;
	readonly lastState?: ContainerState;
}

export interface Condition {
	readonly type?: string;
	readonly status?: string;
}

export interface Container {
	readonly resources?: { readonly requests?: Readonly<Record<string, string>>; readonly limits?: Readonly<Record<string, string>> };
}

export interface Pod {
	metadata: { name?: string; creationTimestamp?: string | null; deletionTimestamp?: string; ownerReferences?: object[] };
	spec?: {
		readonly nodeName?: string;
		readonly terminationGracePeriodSeconds?: number | bigint;
		readonly containers?: readonly Container[] | null;
		readonly initContainers?: readonly Container[];
		readonly readinessGates?: readonly { readonly conditionType?: string }[];
	};
	status?: {
		readonly phase?: string;
		readonly reason?: string;
		readonly qosClass?: string;
		readonly podIP?: string;
		readonly podIPs?: readonly { readonly ip?: string }[];
		readonly nominatedNodeName?: string;
		readonly conditions?: readonly Condition[];
		readonly initContainerStatuses?: readonly ContainerStatus[];
		readonly containerStatuses?: readonly ContainerStatus[];
	};
}
