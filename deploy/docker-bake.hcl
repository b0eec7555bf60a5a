# The image for both processors: docker buildx bake -f deploy/docker-bake.hcl (with --push, or --set '*.output=type=oci,dest=image.tar').
# On arm64 node:http serves, since the binary of uWebSockets.js is for x64.
variable "TAG" { default = "schedule-intelligence-service:latest" }

group "default" { targets = ["service"] }

target "service" {
  context    = "."
  dockerfile = "deploy/Dockerfile"
  platforms  = ["linux/amd64", "linux/arm64"]
  tags       = [TAG]
}
