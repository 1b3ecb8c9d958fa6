# Two ConfigMaps that the ConfigMap "owner" owns.
uid=$(kubectl get cm owner -n w -o jsonpath={.metadata.uid})
for name in child1 child2; do
	kubectl create -o name -f - <<END
apiVersion: v1
kind: ConfigMap
metadata:
  name: $name
  namespace: w
  ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: owner, uid: $uid, blockOwnerDeletion: true}]
END
done
