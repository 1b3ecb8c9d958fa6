# Who owns what of an object, in an order that does not depend on when they wrote.
kubectl get "$@" -n w -o jsonpath='{range .metadata.managedFields[*]}{.manager} {.operation} {.apiVersion} {.subresource} {.fieldsV1}{"\n"}{end}' | sort
