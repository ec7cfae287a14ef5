"""What pyproject.toml cannot say: the released model in weights/ is installed as a folder of the package."""

from setuptools import find_packages, setup

setup(
    packages=[*find_packages(include=["python_to_triton*", "triton_ops*"]), "python_to_triton.weights"],
    package_dir={"python_to_triton.weights": "weights"},
    package_data={
        "": ["py.typed"],
        "python_to_triton.weights": ["*"],
        "python_to_triton.web": ["static/*"],
    },
)
